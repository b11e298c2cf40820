import { operationsOf } from "../operations";
import { openApiDocument, type Place } from "./document";

/** The document of a deployment that does not run. */
export const documentOf = (place: Place) => openApiDocument(operationsOf(place.environment), place);

/** D-087: `openapi.json` is the sandbox's document, which has every operation. */
export function committedDocument(): string {
  const document = documentOf({ baseUrl: "http://localhost:3000", environment: "sandbox" });
  return `${JSON.stringify(document, null, 2)}\n`;
}
