import { z } from "zod";
import { LONGEST } from "../domain/limits";
import { amount, instant, matching, words } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { EXAMPLE } from "./examples";

/** What a deployment answers about itself: contract sections 3, 4 and 6. */

export const environment = z
  .object({
    environment: z.enum(["sandbox", "production"]).meta({ description: ABOUT.environment }),
    gateway_mode: z
      .enum(["test", "live"])
      .meta({ description: "The card gateway's mode: `test` in the sandbox, where no card is charged." }),
    gateway_publishable_key: matching(/^pk_(test|live)_[0-9A-Za-z]{8,}$/, 255, {
      description: "Public by design: for the capture script in the student's browser.",
      examples: ["pk_test_providerCheckoutSandbox"],
    }),
    ready_for_api_calls: z.boolean().meta({
      description: "Whether requests will be served: the database is there and up to date.",
      examples: [true],
    }),
  })
  .meta({ id: "Environment", description: "What this deployment is." });

export const sandboxCharges = z
  .object({
    data: z
      .array(
        z
          .object({
            provider_order_id: words(LONGEST.reference, "The order that was charged.", EXAMPLE.orderId),
            amount: amount("In dollars.", 1500),
            status: z
              .enum(["succeeded", "declined"])
              .meta({ description: "Whether the gateway charged the card." }),
            created_at: instant("When the gateway was asked."),
          })
          .meta({ id: "SandboxCharge", description: "A charge on the sandbox gateway's own records." }),
      )
      .meta({ maxItems: 10_000, description: "The charges, oldest first." }),
  })
  .meta({ id: "SandboxCharges", description: "What the sandbox's card gateway has on record." });

export const drained = z
  .object({
    recovered: z.int(),
    expired: z.int(),
    purged: z.int(),
    alerts: z.int(),
    delivered: z.int(),
    mailed: z.int(),
    remaining: z.int(),
  })
  .meta({ id: "Drained" });
