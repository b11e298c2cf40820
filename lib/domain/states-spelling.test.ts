import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CHECKOUT_STATUSES } from "./states";

const TOP = join(import.meta.dirname, "../..");
const TABLES = ["drizzle/vocabulary.ts", "lib/domain/states.ts"];
const FOLDERS = ["app", "components", "drizzle", "lib", "server", "tools"];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(TOP, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
).filter((name) => /(?<!\.test)\.(tsx?|mjs)$/.test(name) && !TABLES.includes(name));

const STATUS = `["'\`](?:${CHECKOUT_STATUSES.join("|")})["'\`]`;
/** A status beside an operator or in SQL's list, or the beginning of one in quotes or a pattern. */
const COMPARED = [
  new RegExp(`(?:[=!]==?|[=<>(]|, ) ?${STATUS}`, "g"),
  new RegExp(`${STATUS} ?(?:[=!]==?|<>|\\bin\\b)`, "g"),
  /["'`/^(]Awaiting(?: ?%| ?["'`|/)])/g,
];

/** Comments tell, they do not compare. */
const codeOf = (name: string) =>
  readFileSync(join(TOP, name), "utf8").replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, "");

it("a checkout's status is compared by the predicates of the state table, and nowhere by how it is spelt", () => {
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((name) =>
    COMPARED.flatMap((pattern) => [...codeOf(name).matchAll(pattern)].map(([text]) => `${name}: ${text}`)),
  );
  expect(found).toEqual([]);
});
