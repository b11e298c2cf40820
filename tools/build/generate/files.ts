import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, {
  astToString,
  COMMENT_HEADER,
  type SchemaObject,
  STRING,
  tsIntersection,
  tsLiteral,
  tsUnion,
} from "openapi-typescript";
import ts from "typescript";
import { root } from "../../../server/program/checkout.mjs";
import { committedDocument } from "../../openapi/committed";
import { browserScript } from "./browser-script";
import { phpClient } from "./php";
import { pythonClient } from "./python";
import { typeScriptOperations } from "./typescript";

const PYTHON = "packages/client-python/provider_checkout.py";
const PHP = "docs/examples/php/provider-checkout.php";

const PAY_NOW = "docs/guides/pay-now.md";

/** A page that embeds a script, with the value that browsers compare the script with. */
function withIntegrity(page: string, script: string): string {
  const hash = createHash("sha384").update(script).digest("base64");
  return page.replaceAll(/integrity="[^"]*"/g, `integrity="sha384-${hash}"`);
}

/** Editors offer the known values, and any text is valid, but where a code tells the problems of a response apart. */
function openVocabulary(schema: SchemaObject, { path = "" }: { path?: string }) {
  const known: unknown = "x-extensible-enum" in schema && schema["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  const values = known.map((one) => tsLiteral(one));
  if (path.includes("/responses/")) return tsUnion(values);
  const any = tsIntersection([STRING, ts.factory.createTypeLiteralNode([])]);
  return tsUnion([...values, any]);
}

/** A committed file's text, with the line ends that we write. */
export const committed = (file: string) => readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n");

/** The text of each file that `npm run generate` writes, by its path. */
export async function generated(): Promise<Record<string, string>> {
  const document = committedDocument("sandbox");
  const capture = await browserScript("packages/cards/capture.ts");
  const types = astToString(await openapiTS(document, { transform: openVocabulary }));
  return {
    "openapi.json": document,
    "openapi.production.json": committedDocument("production"),
    "packages/client-typescript/schema.ts": `${COMMENT_HEADER}\n${types}`,
    "packages/client-typescript/operations.ts": typeScriptOperations(),
    [PYTHON]: pythonClient(committed(PYTHON)),
    [PHP]: phpClient(committed(PHP)),
    // Committed, so that every build and both entry points have them as they are.
    "public/setup/v1.js": await browserScript("components/setup/script/main.ts"),
    "public/card-payment/v1.js": await browserScript("components/card-page/script/main.ts"),
    "public/capture/v1.js": capture,
    [PAY_NOW]: withIntegrity(committed(PAY_NOW), capture),
  };
}
