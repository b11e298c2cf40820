import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { committedDocument } from "../../lib/api/openapi/committed";

/** The text of each file that `npm run openapi` writes, by its path. */
export async function generated(): Promise<Record<string, string>> {
  const document = committedDocument("sandbox");
  const types = astToString(await openapiTS(document));
  return {
    "openapi.json": document,
    "openapi.production.json": committedDocument("production"),
    "packages/client-typescript/schema.ts": `${COMMENT_HEADER}\n${types}`,
  };
}
