import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { lintFromString, loadConfig, parseYaml } from "@redocly/openapi-core";
import { Document, Ruleset, type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { defined, schema, truthy } from "@stoplight/spectral-functions";
import { Json } from "@stoplight/spectral-parsers";
import { oas } from "@stoplight/spectral-rulesets";
import { expect, it } from "vitest";
import { root } from "../../server/program/checkout.mjs";

// Its other build imports names that a CommonJS module does not have.
const owasp = createRequire(import.meta.url)("@stoplight/spectral-owasp-ruleset");
const FUNCTIONS = { defined, schema, truthy };
const DOCUMENT = join(root, "openapi.json");
const text = readFileSync(DOCUMENT, "utf8");

async function redocly(source: string): Promise<string[]> {
  const config = await loadConfig({ configPath: join(root, "redocly.yaml") });
  const problems = await lintFromString({ source, absoluteRef: DOCUMENT, config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** The configuration's own words; the two rulesets that it extends, and its functions, come from their packages. */
async function spectral(source: string): Promise<string[]> {
  const file = join(root, ".spectral.yaml");
  const { rules, overrides } = JSON.parse(
    JSON.stringify(parseYaml(readFileSync(file, "utf8"))),
    (name, value) => (name === "function" ? FUNCTIONS[value as keyof typeof FUNCTIONS] : value),
  ) as { rules: object; overrides: object[] };
  const linter = new Spectral();
  const definition = {
    extends: [withoutNulls(oas), owasp],
    rules,
    overrides,
  } as RulesetDefinition;
  linter.setRuleset(new Ruleset(definition, { source: file, severity: "recommended" }));
  const results = await linter.run(new Document(source, Json, DOCUMENT));
  return results.map(({ code, path, message }) => `${code}: ${path.join(".")}: ${message}`);
}

/** This release trips over a null in an example, in one path; the later one, which we do not want, has it so. */
function withoutNulls(ruleset: object) {
  const { rules } = ruleset as { rules: Record<string, object> };
  const given =
    "$..[?(@property !== 'properties' && @ != null && @.enum && @.enum.constructor.name === 'Array')]";
  const mended = { ...rules["duplicated-entry-in-enum"], given: [given] };
  return { ...ruleset, rules: { ...rules, "duplicated-entry-in-enum": mended } };
}

it("Redocly finds nothing in the document", async () => {
  expect(await redocly(text)).toEqual([]);
});

it("Spectral, with the OWASP rules, finds nothing in the document", async () => {
  expect(await spectral(text)).toEqual([]);
});
