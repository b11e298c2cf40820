/**
 * How the gateway and our records can disagree: a charge that we did not record, a recorded charge that the gateway does
 * not have, different amounts, a charge whose outcome the gateway cannot tell, and credentials that it refuses.
 */
export const CHARGE_ALERTS = [
  "orphan_charge",
  "missing_charge",
  "amount_differs",
  "outcome_unknown",
  "gateway_refused_us",
] as const;

/** All that an operator is told: also that a sealed value does not open. D-138 */
export const ALERT_KINDS = [...CHARGE_ALERTS, "sealed_value_unreadable"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Whoever found that the cause is gone: a comparison of charges, or a person who has dealt with it. */
export const ALERT_RESOLVERS = ["operator", "reconciliation"] as const;
export type AlertResolver = (typeof ALERT_RESOLVERS)[number];
