import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { root } from "../../server/program/checkout.mjs";
import { run } from "../../tools/shared/run.mjs";

/** What a person writes for an operation that reads: each entry is a place to edit. ARCHITECTURE.md tells the same steps. */
const PLACES: Record<string, string | readonly [before: string, added: string][]> = {
  "lib/contract/courses.ts": `import { z } from "zod";
import { amount, words } from "./answer-fields";

export const courseList = z
  .object({
    data: z
      .array(
        z
          .object({
            course_name: words(200, "As students read it.", "Certificate IV in Bookkeeping"),
            course_price: amount("In dollars.", 1500),
          })
          .meta({ id: "Course", description: "A course of the provider." }),
      )
      .max(1000)
      .meta({ description: "In the order of the provider's page." }),
  })
  .meta({ id: "CourseList", description: "The courses of the provider." });
`,
  "lib/db/course-list.ts": `import { asc, eq } from "drizzle-orm";
import { course } from "../../drizzle/schema";
import type { Id } from "../domain/ids";
import type { Db } from "./client";

export const findCourses = (db: Db, providerId: Id<"prv">) =>
  db
    .select({ name: course.name, priceCents: course.priceCents })
    .from(course)
    .where(eq(course.providerId, providerId))
    .orderBy(asc(course.position))
    .limit(1000);
`,
  "lib/checkout/list-courses.ts": `import { findCourses } from "../db/course-list";
import type { Id } from "../domain/ids";
import { toAmount } from "../domain/money";
import type { CheckoutDeps } from "./context";

export async function listCourses(deps: CheckoutDeps, providerId: Id<"prv">) {
  const courses = await findCourses(deps.db, providerId);
  return {
    data: courses.map(({ name, priceCents }) => ({ course_name: name, course_price: toAmount(priceCents) })),
  };
}
`,
  "lib/api/checkouts.ts": [
    [
      'import { quote } from "../checkout/quote";',
      'import { listCourses } from "../checkout/list-courses";\n',
    ],
    ["import { quote as quoteAnswer,", 'import { courseList } from "../contract/courses";\n'],
    [
      '  legacyRoute("/api/provider-checkout", createCheckout),',
      `  operation({
    id: "listCourses",
    method: "GET",
    client: "courses.list",
    path: "/v1/courses",
    tag: "Checkouts",
    summary: "List courses",
    description: "The courses of the provider, in the order of its page.",
    access: "key",
    scope: "checkouts:read",
    compressed: "each",
    input: nothing,
    responses: responding(200, "All courses.", courseList),
    run: (deps, _call, { provider }) => ok(listCourses(deps, provider.id)),
  }),
`,
    ],
  ],
  "e2e/db/every-query.ts": [
    ["  await client.charges(body.provider.provider_order_id);", '  await client.get("/v1/courses");\n'],
  ],
  "docs/contract.md": [
    ["| `GET /openapi.json` |", "| `GET /v1/courses` | The provider's courses; scope `checkouts:read` |\n"],
  ],
  "docs/guides/changelog.md": [
    ["## 2026-11-25: undelivered", "## 2026-11-26: courses\n\n- `GET /v1/courses` lists your courses.\n\n"],
  ],
};

const LEFT_OUT = /^(\.git|\.data|\.next.*|\.vercel|node_modules|test-results)$/;

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "added-operation-"));
  for (const name of readdirSync(root).filter((one) => !LEFT_OUT.test(one)))
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return () => rmSync(copy, { recursive: true });
});

function edit([file, change]: [string, (typeof PLACES)[string]]): void {
  const path = join(copy, file);
  const additions = typeof change === "string" ? [] : change;
  const begun = typeof change === "string" ? change : readFileSync(path, "utf8");
  const text = additions.reduce((so, [before, added]) => {
    expect(so, `${file} has no place for ${added}`).toContain(before);
    return so.replace(before, () => added + before);
  }, begun);
  writeFileSync(path, text);
}

async function succeeds(...command: string[]): Promise<void> {
  const { code, output } = await run(process.execPath, command, { cwd: copy, env: process.env });
  expect(code, output).toBe(0);
}

it("an operation takes eight places at most, and one command makes the rest", async () => {
  expect(Object.keys(PLACES).length).toBeLessThanOrEqual(8);
  Object.entries(PLACES).forEach(edit);
  await succeeds("--import", "tsx", "tools/generate.ts");
  for (const [file, made] of [
    ["openapi.json", '"/v1/courses"'],
    ["packages/client-typescript/operations.ts", 'plain.GET("/v1/courses"'],
    ["packages/client-python/provider_checkout.py", "class Courses(Resource):"],
  ] as const)
    expect(readFileSync(join(copy, file), "utf8"), file).toContain(made);
  // What holds documents, clients, names, imports and tables of tests to the rows.
  await succeeds("node_modules/typescript/bin/tsc", "-p", "packages/client-typescript", "--noEmit");
  await succeeds("e2e/run/boundaries.mjs");
  const parts = ["packages", "lib/api", "lib/contract", "tools/generate", "tools/openapi"];
  await succeeds("node_modules/vitest/vitest.mjs", "run", "--project", "unit", ...parts);
  const row =
    'const { TABLE } = await import("./e2e/conformance/table.ts"); console.log(TABLE.listCourses.scope)';
  await succeeds("--import", "tsx", "--input-type=module", "-e", row);
});
