/**
 * How the gateway and our records can disagree: a charge that we did not record, a recorded charge that the gateway does
 * not have, different amounts, and a charge whose outcome the gateway cannot tell.
 */
export const ALERT_KINDS = ["orphan_charge", "missing_charge", "amount_differs", "outcome_unknown"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
