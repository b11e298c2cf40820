import { committedDocument } from "../../lib/api/openapi/committed";

/** The text of each file that `npm run openapi` writes, by its path. */
export async function generated(): Promise<Record<string, string>> {
  return { "openapi.json": committedDocument() };
}
