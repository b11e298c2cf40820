import { createHash } from "node:crypto";
import { clockFrom, timed, type Untimed } from "../../../packages/dates/time";
import { dateInZone } from "../../../packages/dates/zone";
import type { CheckoutDeps } from "../../checkout/context";
import { asOfNow } from "../../checkout/load";
import { forTenant } from "../../db/as-tenant";
import { findCheckout } from "../../db/checkouts";
import { findPlan } from "../../db/plans";
import { CheckoutError } from "../../domain/errors";
import { isId } from "../../domain/ids";
import { providersNow } from "../../plans/write";
import { recorded } from "../acts";
import type { StaffCaller } from "../caller";
import { refuse, type StaffResult } from "../context";
import { demand } from "../permissions";
import type { ActionField, CheckoutAction, Facts, FieldName, Values } from "./action";
import { aroundOf } from "./around";
import { actionOf } from "./table";
import { faultsIn, readReason, readValues, reasonFault } from "./typed";

const CHANGED =
  "Nothing was done: since this page was opened, something has changed. Load it again to see what would happen now.";

interface Opened {
  deps: CheckoutDeps;
  action: CheckoutAction;
  facts: Facts;
  fields: readonly ActionField[];
}

/** Null for an action that is not the caller's, and for another provider's checkout. */
async function open(
  all: Untimed<CheckoutDeps>,
  caller: StaffCaller,
  checkoutId: string,
  key: string,
): Promise<Opened | null> {
  const action = actionOf(caller, key);
  const deps = forTenant(all, caller.provider.id);
  const since = performance.now();
  const stored =
    action && isId("chk", checkoutId) ? await findCheckout(deps.db, caller.provider.id, checkoutId) : null;
  if (!action || !stored) return null;
  const { id, providerId } = stored.checkout;
  const record = asOfNow(deps, stored);
  demand(caller, action.permission);
  const { readAt, provider } = record;
  const facts = {
    ...(await aroundOf(deps, record)),
    record,
    plan: await findPlan(deps.db, { providerId, checkoutId: id }),
    today: dateInZone(providersNow(readAt, provider), provider.timeZone),
  };
  // Of another kind of checkout it asks nothing.
  const fields = action.isFor(facts) ? action.fields(facts) : [];
  return { deps: timed(deps, deps.now ?? clockFrom(readAt, since)), action, facts, fields };
}

/** What the action would do to the checkout as it is now; `seen` stands for just this. */
async function previewed({ deps, action, facts, fields }: Opened, caller: StaffCaller, values: Values) {
  const notice = action.isFor(facts) ? action.whyNot(facts) : "This checkout is of another kind.";
  if (notice !== null) return { notice };
  const errors = faultsIn(fields, values);
  if (Object.keys(errors).length > 0) return { errors };
  try {
    const preview = await action.preview(facts, values, deps, caller);
    if (!("says" in preview)) return preview;
    const seen = createHash("sha256")
      .update(JSON.stringify([facts.record.checkout.id, preview.says]))
      .digest("base64url");
    return { ...preview, seen };
  } catch (error) {
    if (error instanceof CheckoutError) return { notice: error.message };
    throw error;
  }
}

/** The page of an action: what it asks, and once that is said, what will happen. */
export async function openAction(
  deps: Untimed<CheckoutDeps>,
  caller: StaffCaller,
  checkoutId: string,
  key: string,
  given: Partial<Values>,
) {
  const opened = await open(deps, caller, checkoutId, key);
  if (!opened) return null;
  const { action, facts, fields } = opened;
  const { firstName, lastName, providerOrderId } = facts.record.checkout;
  const values = readValues(fields, given);
  const isAsked = fields.length === 0 || fields.some(({ name }) => given[name] !== undefined);
  const isPossible = action.isFor(facts) && action.whyNot(facts) === null;
  return {
    title: action.title,
    reasonLabel: action.reasonLabel,
    who: `${firstName} ${lastName}, ${providerOrderId}`,
    fields,
    values,
    /** Null while the fields are to be filled in. */
    preview: isAsked || !isPossible ? await previewed(opened, caller, values) : null,
  };
}

type Sent = Record<FieldName | "reason" | "seen", string>;

/** Does what its page has shown, and nothing else. Null as above. */
export async function takeAction(
  deps: Untimed<CheckoutDeps>,
  caller: StaffCaller,
  checkoutId: string,
  key: string,
  { reason: typed, seen, ...given }: Sent,
): Promise<StaffResult | null> {
  const opened = await open(deps, caller, checkoutId, key);
  if (!opened) return null;
  const { action, facts, fields } = opened;
  const reason = readReason(typed);
  const fault = reasonFault(reason);
  if (fault) return refuse({ reason: fault });
  const values = readValues(fields, given);
  const preview = await previewed(opened, caller, values);
  if ("notice" in preview) return refuse({}, preview.notice);
  if ("errors" in preview || preview.seen !== seen) return refuse({}, CHANGED);
  try {
    const { subject = null, before, work } = await action.act(facts, values, opened.deps, caller);
    const act = { action: action.records, checkoutId: facts.record.checkout.id, subject, reason, before };
    const { actId } = await recorded(opened.deps, caller, act, async (id) => ({
      after: await work(id),
      result: null,
    }));
    return { ok: true, cookies: [], to: `/console/${caller.provider.code}/acts/${actId}` };
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    // Somebody else came first: the checkout as it is now says more than the error.
    const now = await open(deps, caller, checkoutId, key);
    return refuse({}, now?.action.whyNot(now.facts) ?? error.message);
  }
}
