import { startPinchStandIn } from "../../stand-ins/pinch/server";
import { SECRET, startStripe } from "../stripe";

/** The secrets of the accounts at the stand-ins. */
export const SECRETS = { stripe: SECRET, pinch: "app_standIn:sk_test_standIn" };

/** Stand-ins of the card processors, for all tests of a run. */
export async function startProcessors() {
  const [stripe, pinch] = await Promise.all([
    startStripe(),
    startPinchStandIn({
      credentials: SECRETS.pinch,
      // As accounts of tests have them.
      publishableKeys: { test: "pk_test_ofTheAccount", live: "pk_live_ofTheAccount" },
      now: () => new Date(),
    }),
  ]);
  const { api, auth } = pinch.bases;
  return {
    settings: { STRIPE_API_BASE: stripe.address.href, PINCH_API_BASE: api.href, PINCH_AUTH_BASE: auth.href },
    origins: { stripe: stripe.address.origin, pinch: api.origin },
    async close() {
      stripe.close();
      await pinch.close();
    },
  };
}
