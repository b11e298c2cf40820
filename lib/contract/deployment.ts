import { z } from "zod";
import { LONGEST } from "../domain/limits";
import { amount, instant, matching, url, words } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { EXAMPLE } from "./examples";
import { listedPage } from "./paging";

/** What a deployment says about itself: contract sections 3, 4 and 6. */

export const environment = z
  .object({
    environment: z.enum(["sandbox", "production"]).meta({ description: ABOUT.environment }),
    gateway_mode: z.enum(["test", "live"]).meta({
      description: "The mode of the card gateway. `test` in the sandbox, where no card is charged.",
    }),
    gateway_publishable_key: matching(/^pk_(test|live)_[0-9A-Za-z]{8,}$/, 255, {
      description: "The public key for the capture script in the student's browser.",
      examples: ["pk_test_providerCheckoutSandbox"],
    }),
    capture_script_url: url(
      "The address of the script that turns a card into a token in the student's browser. Its query names your card processor: use the address as it is.",
      "/capture/v1.js",
    ),
    card_fields: z.enum(["own", "processor"]).meta({
      description:
        "Whose fields the student types the card number into. `own`: your own, whose values you give to the script. `processor`: those that the processor's script draws.",
    }),
    ready_for_api_calls: z.boolean().meta({
      description: "True if the API can serve requests.",
      examples: [true],
    }),
  })
  .meta({ id: "Environment", description: "Which environment this is, and whether it is ready." });

const sandboxCharge = z
  .object({
    provider_order_id: words(LONGEST.reference, "The order that the charge is for.", EXAMPLE.orderId),
    amount: amount("The amount in dollars.", 1500),
    status: z.enum(["succeeded", "declined"]).meta({ description: "Whether the charge succeeded." }),
    created_at: instant("When the charge was sent to the gateway."),
  })
  .meta({ id: "SandboxCharge", description: "A charge in the sandbox gateway's own records." });

export const sandboxCharges = listedPage("SandboxCharges", sandboxCharge, "charges");
