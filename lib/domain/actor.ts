import { type Id, isId } from "./ids";

export type Actor =
  | { kind: "student" }
  | { kind: "api_key"; keyId: Id<"key"> }
  | { kind: "staff"; name: string }
  | { kind: "system" };

/** The spelling in responses and in the database: `student`, `api_key:key_…`, `staff:…`, `system`. */
export function actorText(actor: Actor): string {
  switch (actor.kind) {
    case "student":
    case "system":
      return actor.kind;
    case "api_key":
      return `api_key:${actor.keyId}`;
    case "staff":
      return `staff:${actor.name}`;
    default:
      return actor satisfies never;
  }
}

/** @throws RangeError for any other text: evidence must not guess who acted */
export function parseActor(text: string): Actor {
  if (text === "student" || text === "system") return { kind: text };
  const [, kind, name = ""] = /^(api_key|staff):(.+)$/s.exec(text) ?? [];
  if (kind === "staff") return { kind, name };
  if (kind === "api_key" && isId("key", name)) return { kind, keyId: name };
  throw new RangeError(`No actor is written like this: ${text}`);
}
