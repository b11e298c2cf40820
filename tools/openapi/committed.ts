import { operationsOf } from "../../lib/api/operations";
import { type Place, WRITTEN_FOR } from "../../lib/contract/examples";
import { openApiDocument } from "./document";

/** The document of a deployment that does not run. */
export const documentOf = (place: Place) => openApiDocument(operationsOf(place.environment), place);

/**
 * `openapi.json` is the sandbox's document, which has every operation; production's stands beside it.
 * See docs/decisions/052-published-document.md.
 */
export function committedDocument(environment: Place["environment"]): string {
  const document = documentOf({ baseUrl: WRITTEN_FOR, environment });
  return `${JSON.stringify(document, null, 2)}\n`;
}
