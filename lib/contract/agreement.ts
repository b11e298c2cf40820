import { z } from "zod";
import { id, instant, matching, url, words } from "./answer-fields";
import { EXAMPLE } from "./examples";

const sha256Of = (what: string) =>
  matching(/^[0-9a-f]{64}$/, 64, {
    description: `SHA-256 of ${what}, in hexadecimal.`,
    examples: ["5d41402abc4b2a76b9719d911017c592a7ffc6f8bf1ed76651c14756a061d662"],
  });

export const agreement = z
  .object({
    agreement_id: id("agr", "The id of the agreement."),
    status: z.enum(["ready", "being_made"]).meta({
      description:
        "`being_made`: the plan is signed and its PDF is not ready yet. You need to do nothing: the event `agreement.ready` tells you when it is `ready`.",
    }),
    version: words(64, "The version of the agreement's text.", "2026-11"),
    content_sha256: sha256Of("the signed content that the PDF is made from"),
    sha256: sha256Of("the PDF file")
      .nullable()
      .meta({ description: "SHA-256 of the PDF file, in hexadecimal. Null until the PDF is ready." }),
    url: url(
      "The URL of the PDF. Your key needs `checkouts:read`.",
      `/v1/provider-checkouts/${EXAMPLE.checkoutId}/agreement`,
    ),
    signed_at: instant("When the plan was confirmed."),
  })
  .meta({ id: "Agreement", description: "The signed Payment Plan Agreement." });
