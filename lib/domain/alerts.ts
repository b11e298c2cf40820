/**
 * How the gateway's charges and the service's records can disagree: charged and not paid for; paid for and not charged;
 * another amount; and a charge of which the gateway cannot say what became of it.
 */
export const ALERT_KINDS = ["orphan_charge", "missing_charge", "amount_differs", "outcome_unknown"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
