import { SCOPES } from "../../../drizzle/vocabulary";
import { DAY_MS, HOUR_MS } from "../../../packages/dates/time";
import { isOneOf, present } from "../../../packages/text/narrow";
import { asTenant } from "../../db/as-tenant";
import type { Db } from "../../db/client";
import { CheckoutError } from "../../domain/errors";
import { issueKey, type Key, listKeys, revokeKey, rotateKey } from "../../provider/keys";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import type { SetUpAction, SetUpField } from "./action";
import { changed } from "./change";

const MAX_LABEL = 100;

const DAYS = [30, 90, 365] as const;
const OVERLAPS = [
  { value: "0", label: "None: the old key stops at once" },
  { value: "1", label: "An hour" },
  { value: "24", label: "A day" },
  { value: "168", label: "7 days" },
];
const LIVES: SetUpField = {
  name: "days",
  label: "It works",
  type: "choice",
  options: [
    { value: "", label: "Until you revoke it" },
    ...DAYS.map((days) => ({ value: String(days), label: `For ${days} days` })),
  ],
};

/** With those that no longer work, the newest first. */
export async function readKeys({ db }: { db: Db }, caller: StaffCaller): Promise<Key[]> {
  demand(caller, "set_up");
  const { id } = caller.provider;
  return (await asTenant(db, id, (tx) => listKeys(tx, id))).reverse();
}

async function keyAt(db: Db, caller: StaffCaller, id: string): Promise<Key | null> {
  return (await readKeys({ db }, caller)).find((key) => key.id === id) ?? null;
}

const nameOf = ({ label, lastFour }: Key) => `${label}, which ends with ${lastFour}`;

const gone = ({ status }: Key) => ({ notice: `This key is ${status} already: it opens nothing.` });

const issue: SetUpAction = {
  part: "keys",
  key: "issue",
  title: "Issue an API key",
  async open({ environment }, caller, id) {
    demand(caller, "set_up");
    if (id !== "new") return null;
    return {
      about: null,
      says: [
        `A new key for the ${environment} works at once.`,
        "You see the key once, on the next page. Only its hash is kept, so nobody can show it again.",
      ],
      fields: [
        {
          name: "label",
          label: "Label",
          hint: "Which system uses it, such as Enrolment website",
          type: "text",
          isRequired: true,
          max: MAX_LABEL,
        },
        {
          name: "scopes",
          label: "What it may do",
          type: "checks",
          isRequired: true,
          options: SCOPES.map((scope) => ({ value: scope, label: scope })),
          value: SCOPES.join("\n"),
        },
        LIVES,
      ],
    };
  },
  async act(deps, caller, _, { label = "", scopes = "", days = "" }, reason) {
    demand(caller, "set_up");
    const lifeMs = days === "" ? null : Number(days) * DAY_MS;
    const { actId, result } = await changed(
      deps,
      caller,
      issue,
      { what: label, reason, before: null },
      async () => {
        const chosen = scopes.split("\n").filter((one) => isOneOf(SCOPES, one));
        const asked = { environment: deps.environment, label, scopes: chosen, lifeMs };
        const { apiKey, key } = await issueKey(deps.db, caller.provider.id, asked);
        return { after: outlineOf(key), result: apiKey };
      },
    );
    return { actId, shown: [{ label: "API key", value: result }] };
  },
};

const rotate: SetUpAction = {
  part: "keys",
  key: "rotate",
  title: "Rotate an API key",
  async open({ db }, caller, id) {
    demand(caller, "set_up");
    const key = await keyAt(db, caller, id);
    if (!key) return null;
    if (key.status !== "active") return gone(key);
    if (key.replacedBy !== null) return { notice: `This key was replaced by ${key.replacedBy} already.` };
    return {
      about: nameOf(key),
      says: [
        "A new key with the same label and scopes works at once. You see it once, on the next page.",
        "The old key goes on working for as long as you choose here, so that nothing stops while you deploy the new one.",
      ],
      fields: [
        { name: "overlap", label: "The old key works for", type: "choice", options: OVERLAPS, value: "24" },
      ],
    };
  },
  async act(deps, caller, id, { overlap = "" }, reason) {
    demand(caller, "set_up");
    const { db, environment } = deps;
    const key = present(await keyAt(db, caller, id), "key");
    const { actId, result } = await changed(deps, caller, rotate, about(key, reason), async () => {
      const overlapMs = Number(overlap) * HOUR_MS;
      const done = await rotateKey(db, caller.provider.id, key.id, { environment, overlapMs });
      if (!done || "refused" in done)
        throw new CheckoutError("not_found", "Nothing was done: somebody else changed this key first.");
      return { after: { ...outlineOf(done.key), old_key_until: done.old.expiresAt }, result: done.apiKey };
    });
    return { actId, shown: [{ label: "API key", value: result }] };
  },
};

const revoke: SetUpAction = {
  part: "keys",
  key: "revoke",
  title: "Revoke an API key",
  async open({ db }, caller, id) {
    demand(caller, "set_up");
    const key = await keyAt(db, caller, id);
    if (!key) return null;
    if (key.status !== "active") return gone(key);
    return {
      about: nameOf(key),
      says: ["The key stops working on every server within five seconds.", "This cannot be undone."],
      fields: [],
    };
  },
  async act(deps, caller, id, _, reason) {
    demand(caller, "set_up");
    const key = present(await keyAt(deps.db, caller, id), "key");
    return changed(deps, caller, revoke, about(key, reason), async () => {
      const revoked = await revokeKey(deps.db, caller.provider.id, key.id);
      return { after: { revoked_at: revoked?.revokedAt }, result: null };
    });
  },
};

export const KEY_ACTIONS = [issue, rotate, revoke];

const about = (key: Key, reason: string) => ({ what: key.id, reason, before: outlineOf(key) });

const outlineOf = ({ id, label, status, scopes, expiresAt, lastFour }: Key) => ({
  key_id: id,
  label,
  status,
  scopes,
  expires_at: expiresAt,
  last_four: lastFour,
});
