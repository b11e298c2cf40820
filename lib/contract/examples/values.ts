import type { Environment } from "../../domain/environment";

/** Where the documents in the repository say that the service is. */
export const WRITTEN_FOR = "http://localhost:3000";

/** The deployment that examples speak of. */
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
  ddaId: "dda_01m7xzsvdaexwt5dmxs7qvyfwf",
  agreementId: "agr_01m7y0c4s6fq5bva1tq3h4wzkn",
  requestId: "req_01m7xzsvd9f0rbkqdrzv2jkv2c",
  eventId: "evt_01m7xzsvdaexwt5dn6qv5mqys1",
  endpointId: "whe_01m7xxq4m8e9gr2d5c0n7v3kwb",
  deliveryId: "whd_01m7xzsve5f2hbvj9y6t4p8q3d",
  keyId: "key_01m7xw2c5ve8nv1q2v7c3kzb4d",
  firstPaymentDate: "2027-02-06",
  createdAt: "2026-11-21T02:24:00.000Z",
  authorisedAt: "2026-11-21T02:31:12.000Z",
  signedAt: "2026-11-21T02:32:40.000Z",
  expiresAt: "2026-11-28T02:24:00.000Z",
} as const;

/** A card token as the capture script makes it: in the sandbox with the name of the test card. */
export function exampleCardToken({ environment }: Pick<Place, "environment">): string {
  const random = "kqzwxvhjrmtpbnsydlgcfa";
  return environment === "sandbox" ? `tok_test_visa_${random}` : `tok_${random}`;
}
