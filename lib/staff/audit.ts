import { asTenant } from "../db/as-tenant";
import type { Db } from "../db/client";
import { findActs } from "../db/staff-acts";
import { type Id, isId } from "../domain/ids";
import type { StaffCaller } from "./caller";
import { demand } from "./permissions";
import { ACT_WORDS, ACTION_WORDS } from "./words";

const PAGE_LENGTH = 50;
/** Of one checkout, more than any person reads. */
const MAX_OF_CHECKOUT = 200;
/** No row has a higher number. */
const NEWEST = 2_147_483_647;

export type ActView = Awaited<ReturnType<typeof actsOf>>[number];

/** What everybody did, newest first. @param before the number of a row, as the page before it said */
export async function readAudit({ db }: { db: Db }, caller: StaffCaller, before: string) {
  demand(caller, "audit");
  const from = /^\d{1,9}$/.test(before) ? Number(before) : NEWEST;
  const { id: providerId } = caller.provider;
  const found = await asTenant(db, providerId, (tx) =>
    findActs(tx, providerId, { before: from }, PAGE_LENGTH + 1),
  );
  const acts = found.slice(0, PAGE_LENGTH).map(viewOf);
  return { acts, next: found.length > PAGE_LENGTH ? (acts.at(-1)?.sequence ?? null) : null };
}

/** Null for an act at another provider, as for one that does not exist. */
export async function readAct({ db }: { db: Db }, caller: StaffCaller, id: string): Promise<ActView | null> {
  demand(caller, "read");
  if (!isId("act", id)) return null;
  const { id: providerId } = caller.provider;
  const [found] = await asTenant(db, providerId, (tx) => findActs(tx, providerId, { actId: id }, 1));
  return found ? viewOf(found) : null;
}

/** What was done at a checkout, newest first. */
export async function actsOf(db: Db, { provider }: StaffCaller, checkoutId: Id<"chk">) {
  return (await findActs(db, provider.id, { checkoutId }, MAX_OF_CHECKOUT)).map(viewOf);
}

const viewOf = ({ act, outcome }: Awaited<ReturnType<typeof findActs>>[number]) => ({
  id: act.actId,
  sequence: act.sequence,
  at: act.at,
  who: act.staffName,
  role: act.role,
  what: ACTION_WORDS[act.action],
  action: act.action,
  checkoutId: act.checkoutId,
  subject: act.subject,
  reason: act.reason,
  before: valuesOf(act.before),
  after: valuesOf(outcome?.after ?? null),
  ipAddress: act.ipAddress,
  requestId: act.requestId,
  outcome: { step: outcome?.step ?? act.step, ...ACT_WORDS[outcome?.step ?? act.step] },
});

/** Names and values of what was written as JSON. */
function valuesOf(text: string | null): { name: string; value: string }[] {
  const said: unknown = text === null ? {} : JSON.parse(text);
  const all = typeof said === "object" && said !== null ? said : { value: said };
  return Object.entries(all).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
}
