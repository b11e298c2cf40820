import type { CheckoutDeps } from "../checkout/context";
import { type Verdict, verdictsOnRecords } from "../db/integrity/look";
import { verdictsOnCharges } from "./charges";

/**
 * Holds the whole database and all charges of the gateways to what was promised of them. It writes nothing, and may run
 * beside a service at work: D-158.
 */
export async function checkIntegrity(deps: CheckoutDeps): Promise<Verdict[]> {
  const ofRecords = await verdictsOnRecords(deps.db);
  // After the records, so that every attempt that was seen to be paid has its charge by now.
  return [...ofRecords, ...(await verdictsOnCharges(deps))];
}
