import { CSV_START, csvLine } from "../../packages/text/csv";
import { snakeCase } from "../../packages/text/text";
import { asTenant } from "../db/as-tenant";
import type { Db } from "../db/client";
import { ACT_FIELDS, actRowsAfter, findActs } from "../db/staff-acts";
import { type Id, isId } from "../domain/ids";
import { formatMoney } from "../domain/money";
import { ACTIONS } from "./actions/table";
import type { StaffCaller } from "./caller";
import { demand } from "./permissions";
import { ACT_WORDS } from "./words";

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

/** Some rows of the log as they are stored, as CSV, oldest first; the first begin with the names of the fields. */
export async function exportAudit({ db }: { db: Db }, caller: StaffCaller, after = 0) {
  demand(caller, "audit");
  const { id } = caller.provider;
  const { rows, next } = await asTenant(db, id, (tx) => actRowsAfter(tx, id, after));
  const head = after === 0 ? CSV_START + csvLine(ACT_FIELDS.map(snakeCase)) : "";
  return { text: head + rows.map((row) => csvLine(Object.values(row).map(cellOf))).join(""), next };
}

const cellOf = (value: Date | string | number | null) =>
  value instanceof Date ? value.toISOString() : value === null ? null : String(value);

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

type Stored = Awaited<ReturnType<typeof findActs>>[number];

/** Of the page on which it was done. */
function titleOf({ action, subject }: Stored["act"]): string {
  const about = subject ?? "";
  if (action === "set_up" || action === "alert") return about.split(": ")[0] ?? action;
  const isWithdrawn = action === "refund_grant" && isId("act", about);
  const key = isWithdrawn ? "refund_withdraw" : action === "plan_change" ? about.split(",")[0] : action;
  return ACTIONS.find((one) => one.key === key)?.title ?? action;
}

/** Some values without those that the others have too. */
const without = (some: readonly Value[], others: readonly Value[]) =>
  some.filter(({ name, value }) => !others.some((one) => one.name === name && one.value === value));

const viewOf = ({ act, outcome }: Stored) => {
  const [before, after] = [valuesOf(act.before), valuesOf(outcome?.after ?? null)];
  return {
    id: act.actId,
    sequence: act.sequence,
    at: act.at,
    who: act.staffName,
    role: act.role,
    what: titleOf(act),
    action: act.action,
    checkoutId: act.checkoutId,
    subject: act.subject,
    reason: act.reason,
    before: without(before, after),
    after: without(after, before),
    ipAddress: act.ipAddress,
    requestId: act.requestId,
    outcome: { step: outcome?.step ?? act.step, ...ACT_WORDS[outcome?.step ?? act.step] },
  };
};

interface Value {
  name: string;
  value: string;
}

/** Names and values of what was written as JSON. */
function valuesOf(text: string | null): Value[] {
  const said: unknown = text === null ? {} : JSON.parse(text);
  const all = typeof said === "object" && said !== null ? said : { value: said };
  return Object.entries(all).map(([name, value]) => ({
    // An id keeps its own spelling.
    name: /^[a-z_]+$/.test(name) ? name.replace(/_cents$/, "").replaceAll("_", " ") : name,
    value: name.endsWith("_cents") && typeof value === "number" ? formatMoney(value) : textOf(value),
  }));
}

const textOf = (value: unknown): string =>
  value === null ? "none" : typeof value === "string" ? value : JSON.stringify(value);
