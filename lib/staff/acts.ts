import type { StaffAction, StaffStep } from "../../drizzle/vocabulary";
import type { Db } from "../db/client";
import { insertAct } from "../db/staff-acts";
import { CheckoutError } from "../domain/errors";
import { type Id, newId } from "../domain/ids";
import { PROBLEMS } from "../domain/problems";
import type { StaffCaller } from "./caller";

export interface Act {
  /** Of the form that asks for it. */
  actId?: Id<"act">;
  action: StaffAction;
  checkoutId: Id<"chk"> | null;
  /** What it is about, where that is not the checkout alone. */
  subject: string | null;
  reason: string;
  before?: unknown;
}

/**
 * Records the act, does it, and records what came of it: nothing is done without a record. Where the service stops in
 * between, the record says that it was asked for.
 * @returns no result where the same form has asked for it before, so that nothing is done twice
 * @throws what `work` throws, recorded as refused if it is a refusal. After any other fault the outcome is not known
 */
export async function recorded<T>(
  { db }: { db: Db },
  { staffId, name, role, provider, requestId, ipAddress }: StaffCaller,
  { actId = newId("act"), before, ...act }: Act,
  work: (actId: Id<"act">) => Promise<{ after: unknown; result: T }>,
): Promise<{ actId: Id<"act">; result: T | null }> {
  const by = { providerId: provider.id, actId, staffId, staffName: name, role, requestId, ipAddress };
  const write = (step: StaffStep, said: { before?: unknown; after?: unknown }) =>
    insertAct(db, { ...by, ...act, step, before: textOf(said.before), after: textOf(said.after) });
  if (!(await write("asked", { before }))) return { actId, result: null };
  try {
    const { after, result } = await work(actId);
    await write("done", { after });
    return { actId, result };
  } catch (error) {
    if (error instanceof CheckoutError && PROBLEMS[error.code].status < 500)
      await write("refused", { after: { code: error.code, detail: error.message } });
    throw error;
  }
}

const textOf = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));
