import { CaptureError } from "./capture/details";
import { pinchToken } from "./capture/pinch";
import { sandboxToken } from "./capture/sandbox";
import { stripeCapture } from "./capture/stripe";
import { setupOf } from "./capture/vendor";

/**
 * Turns card details into a token, in the browser. Its address says which processor's script it loads, at the first use;
 * without one it takes test cards. `npm run generate` writes public/capture/v1.js from this file. Guide: /docs/pay-now.
 *
 *   const { token, card } = await new Capture(publishableKey).createToken({ number, expiry_month, … });
 *
 * It rejects with { code, field, message }. `field` names the detail to correct, or is null.
 */

// Known only while the script runs for the first time.
const { currentScript } = document;
const setup = setupOf(currentScript && "src" in currentScript ? currentScript.src : "");

/** @param given the `gateway_publishable_key` of GET /v1/environment, or `{ publishableKey }` */
function Capture(given: unknown) {
  const key = typeof given === "string" ? given : Object(given).publishableKey;
  const { processor } = setup;
  const hasProcessor = processor === "stripe" || processor === "pinch";
  const pattern = hasProcessor ? /^pk_(test|live)_\S+$/ : /^pk_test_\S+$/;
  if (typeof key !== "string" || !pattern.test(key))
    throw new CaptureError(
      "publishable_key_invalid",
      `publishableKey must be the gateway_publishable_key of the environment, which starts pk_test_${hasProcessor ? " or pk_live_" : ""}.`,
    );
  if (processor === "stripe") return stripeCapture(setup, key);
  return {
    async mount(): Promise<never> {
      const message = "Draw the card fields yourself, and give what is typed to createToken.";
      throw new CaptureError("own_fields_required", message);
    },
    createToken: async (details: unknown) =>
      processor === "pinch" ? pinchToken(setup, key, details) : sandboxToken(details),
  };
}

Object.assign(globalThis, { Capture });
