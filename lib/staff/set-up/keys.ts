import { SCOPES } from "../../../drizzle/vocabulary";
import { DAY_MS, HOUR_MS } from "../../../packages/dates/time";
import { isOneOf } from "../../../packages/text/narrow";
import { asTenant } from "../../db/as-tenant";
import type { Db } from "../../db/client";
import { issueKey, type Key, listKeys, revokeKey, rotateKey } from "../../provider/keys";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import type { SetUpAction } from "./action";
import { changedMeanwhile } from "./faults";
import { choice, optionsOf, overlap, required, text } from "./fields";
import { changesOf } from "./make-action";

/** With those that no longer work, the newest first. */
export async function readKeys({ db }: { db: Db }, caller: StaffCaller): Promise<Key[]> {
  demand(caller, "set_up");
  const { id } = caller.provider;
  return (await asTenant(db, id, (tx) => listKeys(tx, id))).reverse();
}

const outlineOf = ({ id, label, status, scopes, expiresAt, lastFour }: Key) => ({
  key_id: id,
  label,
  status,
  scopes,
  expires_at: expiresAt,
  last_four: lastFour,
});

const onKey = changesOf(
  "keys",
  async (deps, caller, id) => (await readKeys(deps, caller)).find((key) => key.id === id) ?? null,
  (key) => ({ about: `${key.label}, which ends with ${key.lastFour}`, what: key.id, before: outlineOf(key) }),
);

const gone = ({ status }: Key) => ({ notice: `This key is ${status} already: it opens nothing.` });

const issue: SetUpAction = {
  part: "keys",
  key: "issue",
  title: "Issue an API key",
  isNew: true,
  open: ({ db, environment }, caller) => ({
    what: ({ label = "" }) => label,
    says: [
      `A new key for the ${environment} works at once.`,
      "You see the key once, on the next page. Only its hash is kept, so nobody can show it again.",
    ],
    fields: [
      required("label", "Label", { hint: "Which system uses it, such as Enrolment website", max: 100 }),
      text("scopes", "What it may do", {
        ...{ type: "checks", isRequired: true, value: SCOPES.join("\n") },
        options: optionsOf(SCOPES.map((scope) => [scope, scope])),
      }),
      choice("days", "It works", [
        ["", "Until you revoke it"],
        ...["30", "90", "365"].map((days) => [days, `For ${days} days`] as const),
      ]),
    ],
    read:
      ({ label = "", scopes = "", days = "" }) =>
      async () => {
        const chosen = scopes.split("\n").filter((one) => isOneOf(SCOPES, one));
        const lifeMs = days === "" ? null : Number(days) * DAY_MS;
        const asked = { environment, label, scopes: chosen, lifeMs };
        const { apiKey, key } = await issueKey(db, caller.provider.id, asked);
        return { after: outlineOf(key), shown: [{ label: "API key", value: apiKey }] };
      },
  }),
};

const rotate = onKey("rotate", "Rotate an API key", (key, { db, environment }, { provider }) => {
  if (key.status !== "active") return gone(key);
  if (key.replacedBy !== null) return { notice: `This key was replaced by ${key.replacedBy} already.` };
  return {
    says: [
      "A new key with the same label and scopes works at once. You see it once, on the next page.",
      "The old key goes on working for as long as you choose here, so that nothing stops while you deploy the new one.",
    ],
    fields: [overlap("The old key works for")],
    read: (values) => async () => {
      const asked = { environment, overlapMs: Number(values.overlap) * HOUR_MS };
      const done = await rotateKey(db, provider.id, key.id, asked);
      if (!done || "refused" in done) throw changedMeanwhile();
      const after = { ...outlineOf(done.key), old_key_until: done.old.expiresAt };
      return { after, shown: [{ label: "API key", value: done.apiKey }] };
    },
  };
});

const revoke = onKey("revoke", "Revoke an API key", (key, { db }, { provider }) =>
  key.status !== "active"
    ? gone(key)
    : {
        says: ["The key stops working on every server within five seconds.", "This cannot be undone."],
        read: () => async () => {
          const revoked = await revokeKey(db, provider.id, key.id);
          return { after: { revoked_at: revoked?.revokedAt } };
        },
      },
);

export const KEY_ACTIONS = [issue, rotate, revoke];
