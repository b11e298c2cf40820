import type { Deps } from "../../deps";
import { operationsOf } from "../operations";
import { openApiDocument, type Place } from "./document";

/**
 * The document of a deployment that does not run: describing the operations takes its address and environment only.
 */
export function documentOf(place: Place) {
  return openApiDocument(operationsOf(place as Deps), place);
}

/** The text of `openapi.json`: the sandbox's document, which has every operation, at a neutral address. */
export function committedDocument(): string {
  const document = documentOf({ baseUrl: "http://localhost:3000", environment: "sandbox" });
  return `${JSON.stringify(document, null, 2)}\n`;
}
