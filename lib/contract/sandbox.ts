import { z } from "zod";
import { LONGEST } from "../domain/limits";
import { count, words } from "./answer-fields";
import { EXAMPLE } from "./examples";
import { sandboxWarnings } from "./resource";

const MAX_COUNT = 2_147_483_647;
const rows = (description: string) => count(0, MAX_COUNT, description, 3);

export const reset = z
  .object({
    provider_code: words(LONGEST.reference, "The provider whose data was deleted.", EXAMPLE.providerCode),
    deleted: z
      .object({
        checkouts: rows("Deleted checkouts, with everything that belongs to them."),
        sandbox_charges: rows("Deleted charges in the sandbox gateway's own records."),
      })
      .meta({ id: "ResetCounts", description: "The number of deleted checkouts and charges." }),
    charges_under_way: count(
      0,
      MAX_COUNT,
      "The number of checkouts that were kept because their charge was in progress. Reset again to delete them. A checkout whose charge is at a gateway that is no longer configured is kept too.",
    ),
    ...sandboxWarnings,
  })
  .meta({ id: "Reset", description: "What the reset deleted." });
