import type { Environment } from "../domain/environment";
import { toAmount } from "../domain/money";
import { buildSchedule } from "../domain/schedule";

/** The service's address in the repository's documents. */
export const WRITTEN_FOR = "http://localhost:3000";

/** The deployment that examples are about. */
export interface Place {
  baseUrl: string;
  environment: Environment;
}

/** The provider, order and identifiers that all examples share. */
export const EXAMPLE = {
  providerCode: "harbour-college",
  orderId: "ORD-10042",
  accountId: "ACC-7",
  checkoutId: "chk_01m7xzsvdaexwt5dmxs7qvyfwd",
  opportunityId: "opp_01m7xzsvdaexwt5dn6qv5mqysw",
  setupPath:
    "/api/dd-setup?session=dds_01m7xzsvdaexwt5dmxs7qvyfwf_3mVnC0yXw9Qe7RkTz1LbJ5sHdG2uPfA8oKiYtExWqNr",
  paymentPath:
    "/api/card-payment?session=cps_01m7xw2c5ve8nv1q2v7c3kzb4e01m7xzsvdaexwt5dmxs7qvyfwd_3mVnC0yXw9Qe7RkTz1LbJ5sHdG2uPfA8oKiYtExWqNr",
  ddaId: "dda_01m7xzsvdaexwt5dmxs7qvyfwf",
  agreementId: "agr_01m7y0c4s6fq5bva1tq3h4wzkn",
  requestId: "req_01m7xzsvd9f0rbkqdrzv2jkv2c",
  eventId: "evt_01m7xzsvdaexwt5dn6qv5mqys1",
  refundId: "ref_01m7y1a3n8e7ytb2c5q9v0k6hd",
  chargeId: "cat_01m7y2b5p0ehsv8m3r6d9w1qkg",
  debitId: "dbt_01m7y2b5p0ehsv8m3r6d9w1qkf",
  settlementId: "stl_01m7y3c6q1fjtw9n4s7e0x2rmg",
  refundReason: "The student withdrew from the course.",
  endpointId: "whe_01m7xxq4m8e9gr2d5c0n7v3kwb",
  keyId: "key_01m7xw2c5ve8nv1q2v7c3kzb4d",
  createdAt: "2026-11-21T02:24:00.000Z",
  authorisedAt: "2026-11-21T02:31:12.000Z",
  signedAt: "2026-11-21T02:32:40.000Z",
  expiresAt: "2026-11-28T02:24:00.000Z",
} as const;

export const EXAMPLE_PLAN = {
  payment_type: "interest_free_payment_plan",
  payment_frequency: "Fortnightly",
  number_of_instalments: 6,
  instalment_amount: 250,
  first_payment_date: "2027-02-06",
  schedule: buildSchedule({
    financedCents: 150_000,
    instalmentCents: 25_000,
    numberOfInstalments: 6,
    frequency: "Fortnightly",
    firstPaymentDate: "2027-02-06",
  }).map(({ number, dueDate, debitDate, amountCents, balanceAfterCents }) => ({
    number,
    due_date: dueDate,
    debit_date: debitDate,
    amount: toAmount(amountCents),
    balance_after: toAmount(balanceAfterCents),
  })),
} as const;

/** Examples that depend on the deployment, by their fields' names. */
export function examplesAt({ environment }: Place) {
  const isSandbox = environment === "sandbox";
  return {
    environment,
    gateway_mode: isSandbox ? "test" : "live",
    gateway_publishable_key: isSandbox ? "pk_test_providerCheckoutSandbox" : "pk_live_providerCheckout",
    token: `tok_${isSandbox ? "test_visa_" : ""}kqzwxvhjrmtpbnsydlgcfa`,
  };
}
