import { z } from "zod";
import { LONGEST, REQUESTS_KEPT } from "../domain/limits";
import { ERROR_CODES } from "../domain/problems";
import { count, id, instant, words } from "./answer-fields";
import { EXAMPLE } from "./examples";
import { sandboxWarnings } from "./resource";

const MAX_COUNT = 2_147_483_647;
const rows = (description: string) => count(0, MAX_COUNT, description, 3);

export const reset = z
  .object({
    provider_code: words(LONGEST.reference, "The provider whose data was deleted.", EXAMPLE.providerCode),
    deleted: z
      .object({
        checkouts: rows("Deleted checkouts."),
        charge_attempts: rows("Deleted records of calls to the card gateway."),
        refunds: rows("Deleted refunds."),
        opportunities: rows("Deleted Opportunities."),
        bank_authorities: rows("Deleted direct debit authorities, with their encrypted bank details."),
        agreements: rows("Deleted agreements."),
        events: rows("Deleted events."),
        idempotency_keys: rows("Deleted idempotency keys. You can use each of them again."),
        emails: rows("Deleted emails to students, sent and unsent."),
        enrolments: rows("Deleted enrolments of the portal."),
        link_requests: rows("Deleted requests for a new link."),
        contacts: rows("Deleted contacts."),
        webhook_deliveries: rows("Deleted webhook deliveries, including pending ones."),
        webhook_attempts: rows("Deleted attempts to deliver a webhook."),
        requests: rows("Deleted entries of the request log."),
        sandbox_charges: rows("Deleted charges in the sandbox gateway's own records."),
      })
      .meta({ id: "ResetCounts", description: "The number of deleted records of each kind." }),
    charges_under_way: count(
      0,
      MAX_COUNT,
      "The number of checkouts that were kept because their charge was in progress. Reset again to delete them. A checkout whose charge is at a gateway that is no longer configured is kept too.",
    ),
    ...sandboxWarnings,
  })
  .meta({ id: "Reset", description: "What the reset deleted." });

export const sandboxRequests = z
  .object({
    data: z
      .array(
        z
          .object({
            request_id: id("req", "The `Request-Id` of the response."),
            at: instant("When the response was sent."),
            method: z
              .enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"])
              .meta({ description: "The method of the request.", examples: ["POST"] }),
            route: words(
              128,
              "The path template of the request, without ids and query. `none` if the path does not exist.",
              "/v1/provider-checkouts/{checkoutId}/confirm",
            ),
            status: count(100, 599, "The status of the response.", 409),
            code: z
              .enum(ERROR_CODES)
              .nullable()
              .meta({
                description: "The problem `code` of the response. Null if the request succeeded.",
                examples: ["dda_not_authorised"],
              }),
            duration_ms: count(0, MAX_COUNT, "The time until the response, in milliseconds.", 12),
          })
          .meta({ id: "SandboxRequest", description: "A request with your API key, and its response." }),
      )
      .meta({ maxItems: REQUESTS_KEPT, description: "The requests, newest first." }),
  })
  .meta({ id: "SandboxRequests", description: `The newest ${REQUESTS_KEPT} requests of the API key.` });
