/**
 * How the gateway's charges and the service's records can disagree: charged and not paid for; paid for and not charged;
 * another amount.
 */
export const ALERT_KINDS = ["orphan_charge", "missing_charge", "amount_differs"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
