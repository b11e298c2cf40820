import type { CheckoutDeps } from "../../lib/checkout/context";
import { verdictsOnCharges } from "./charges";
import { type Verdict, verdictsOnRecords } from "./queries/look";

/**
 * Holds the whole database and all charges of the gateways to what was promised of them. It writes nothing, and may run
 * beside a service at work.
 */
export async function checkIntegrity(deps: CheckoutDeps): Promise<Verdict[]> {
  const ofRecords = await verdictsOnRecords(deps.db);
  // After the records, so that every attempt that was seen to be paid has its charge by now.
  return [...ofRecords, ...(await verdictsOnCharges(deps))];
}
