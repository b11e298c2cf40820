import { operationsOf } from "../operations";
import { openApiDocument, type Place } from "./document";

/** The document of a deployment that does not run. */
export const documentOf = (place: Place) => openApiDocument(operationsOf(place.environment), place);

/** The text of `openapi.json`: the sandbox's document, which has every operation, at a neutral address. */
export function committedDocument(): string {
  const document = documentOf({ baseUrl: "http://localhost:3000", environment: "sandbox" });
  return `${JSON.stringify(document, null, 2)}\n`;
}
