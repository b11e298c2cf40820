import { z } from "zod";
import { LONGEST } from "../domain/limits";
import { ERROR_CODES } from "../domain/problems";
import { REQUESTS_KEPT } from "../domain/request-log";
import { count, id, instant, words } from "./answer-fields";
import { EXAMPLE } from "./examples";
import { sandboxWarnings } from "./resource";

const MAX_COUNT = 2_147_483_647;
const rows = (description: string) => count(0, MAX_COUNT, description, 3);

/** What a reset has deleted. */
export const reset = z
  .object({
    provider_code: words(LONGEST.reference, "The provider whose data were deleted.", EXAMPLE.providerCode),
    deleted: z
      .object({
        checkouts: rows("Checkouts."),
        charge_attempts: rows("Records of calls to the card gateway."),
        opportunities: rows("Opportunities."),
        bank_authorities: rows("Bank authorities, with their sealed bank details."),
        agreements: rows("Signed agreements."),
        events: rows("Events."),
        idempotency_keys: rows("Idempotency keys: each may be used again."),
        emails: rows("E-mails to students, kept ones and those that were to be sent."),
        enrolments: rows("Enrolments of the portal."),
        link_requests: rows("Requests for a new link."),
        contacts: rows("Contacts."),
        webhook_deliveries: rows("Deliveries of webhooks, those under way too."),
        webhook_attempts: rows("Attempts of deliveries."),
        requests: rows("Entries of the request log."),
        sandbox_charges: rows("Charges on the sandbox gateway's own records."),
      })
      .meta({ id: "ResetCounts", description: "How many of each were deleted." }),
    charges_under_way: count(
      0,
      MAX_COUNT,
      "Checkouts that stay, because their charge was being made at that moment: reset again to delete them. One whose charge is at a gateway that is no longer configured stays too.",
    ),
    ...sandboxWarnings,
  })
  .meta({ id: "Reset", description: "What a reset has deleted." });

export const sandboxRequests = z
  .object({
    data: z
      .array(
        z
          .object({
            request_id: id("req", "The `Request-Id` of the answer."),
            at: instant("When it was answered."),
            method: z
              .enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"])
              .meta({ description: "The request's method.", examples: ["POST"] }),
            route: words(
              128,
              "The template of its address; `none` where there is no such address. Neither ids nor queries are kept.",
              "/v1/provider-checkouts/{checkoutId}/confirm",
            ),
            status: count(100, 599, "The answer's status.", 409),
            code: z
              .enum(ERROR_CODES)
              .nullable()
              .meta({
                description: "The problem's `code`. Null where it was not refused.",
                examples: ["dda_not_authorised"],
              }),
            duration_ms: count(0, MAX_COUNT, "Milliseconds until the answer.", 12),
          })
          .meta({ id: "SandboxRequest", description: "A request of an API key, and its answer." }),
      )
      .meta({ maxItems: REQUESTS_KEPT, description: "The requests, newest first." }),
  })
  .meta({ id: "SandboxRequests", description: `The newest ${REQUESTS_KEPT} requests of the API key.` });
