import type { StaffRole } from "../../drizzle/vocabulary";
import { findActs } from "../../lib/db/staff-acts";
import type { Caller } from "./api";
import type { Html } from "./html-form";
import { database } from "./provider";
import { member, staffBrowser } from "./staff";

export const REASON = "The student called on Monday";

/** Somebody of that role, signed in at the provider's console. */
export async function staffOf({ provider }: Pick<Caller, "provider">, role: StaffRole = "support") {
  const browser = staffBrowser();
  const me = await member({ providerId: provider.id, role });
  await browser.signIn(me);
  return {
    me,
    checkout: (id: string) => browser.open(`/console/${provider.code}/checkouts/${id}`),
    action: (id: string, path: string) => browser.open(`/console/${provider.code}/checkouts/${id}/${path}`),
    press: (page: Html, button: string, reason = REASON) => browser.press(page, button, { reason }),
  };
}

/** What the audit log has of a checkout, newest first. */
export async function actsOf({ provider }: Pick<Caller, "provider">, id: string) {
  const rows = await findActs(database(), provider.id, { checkoutId: id as `chk_${string}` }, 10);
  return rows.map(({ act, outcome }) => ({
    action: act.action,
    reason: act.reason,
    who: act.staffName,
    step: outcome?.step ?? null,
  }));
}
