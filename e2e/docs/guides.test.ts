import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { LANGUAGES } from "../../packages/docs/code";
import { callsOf } from "../../packages/docs/curl";
import { GUIDES, guideText } from "../../packages/docs/guides";
import { operationPath, referenceOf } from "../../packages/docs/reference";
import { api } from "../support/api";
import {
  guideExamples,
  HTML_EXAMPLES,
  isRunInstalled,
  NOBODYS,
  PROGRAMS,
  RUN_WITH_A_RECEIVER,
  runShell,
  runTypeScript,
  VARIANTS,
  variablesOf,
  workFolder,
} from "../support/examples";
import { makeProvider, type TestProvider } from "../support/provider";
import { authorisedPlan, confirmedPlan, startedPlan } from "../support/scenes";

const { doors, jobsSecret } = inject("stack");
const baseUrl = doors.server;
const examples = guideExamples(baseUrl);
const of = (language: string) => examples.filter((example) => example.language === language);

const { folder, remove } = workFolder();
/** Where the guides' examples are run, which is not where they write: answers hold secrets. */
const here = workFolder();
let provider: TestProvider;
let document: Parameters<typeof referenceOf>[0];

beforeAll(async () => {
  provider = await makeProvider();
  document = await (await fetch(`${baseUrl}/openapi.json`)).json();
});
afterAll(() => {
  remove();
  here.remove();
});

/** The first block of the overview as a reader completes it, and what an operator has besides. */
const setUp = (by = provider) => `${variablesOf(by, baseUrl)}\nexport JOBS_SECRET="${jobsSecret}"`;

const runs = new Map<string, Promise<string[]>>();

/** What each block of a guide prints, after the overview's first; each guide is run once. */
function printedBy(slug: string): Promise<string[]> {
  let run = runs.get(slug);
  if (!run) {
    const blocks = of("bash").filter((one) => one.slug === slug && !one.text.includes("<provider_code>"));
    const runBy = (by: TestProvider) =>
      runShell([setUp(by), ...blocks.map(({ text }) => text)], here.folder, folder);
    // This guide deletes what its provider has made.
    if (slug === "testing") run = makeProvider().then(runBy);
    // The provider's newest checkout is the one that these guides read.
    else if (["status", "reconciliation"].includes(slug))
      run = printedBy("payment-plan").then(() => runBy(provider));
    else if (slug === "refunds") run = printedBy("pay-now").then(() => runBy(provider));
    else run = runBy(provider);
    runs.set(slug, run);
  }
  return run;
}

/** What the blocks of a guide print, one after the other. */
const PRINTED: Record<string, RegExp[]> = {
  overview: [/^(?=.*"environment": ?"sandbox").*"ready_for_api_calls": ?true/],
  "pay-now": [
    /^201\nPayment Processing\n$/,
    /^402\n.+You have not been charged\.\n201\nPayment Processing\n$/,
  ],
  "payment-plan": [
    /^57\.69\n$/,
    /^201\nhttp.+\/api\/dd-setup\?session=dds_/,
    /^200\nconfirm\n$/,
    /^200\nPayment Plan Signed\n$/,
    /^200 application\/pdf\n$/,
  ],
  "background-work": [/"remaining":\d/],
  testing: [
    /^\{"data":\[\],"next_cursor":null\}\s*$/,
    /^200\nExpired\n$/,
    /^(?=.*"checkouts":1\b).*"charges_under_way":0\b/,
  ],
  refunds: [/"amount": ?250.*"status": ?"Succeeded"/],
  status: [
    /^/,
    /^200\n304\n$/,
    /^(chk_[a-z0-9]+\n)+$/,
    // The signed plan is found by its student and its metadata.
    /^200\n[1-9]\d*\n$/,
    /Confirmed\n/,
  ],
  reconciliation: [
    /^/,
    /^(?=[\s\S]*^ORD-OF-MINE-ONLY: won in our records only$)[\s\S]*^PLAN-\d+: won in the checkouts only$/m,
  ],
};

describe("every example of the guides is run by a test", () => {
  it("none is in a language that no test runs, but commands on the operator's side and files of other programs", () => {
    expect(Object.keys(LANGUAGES)).toEqual(["bash", "sh", ...VARIANTS, "html", "json", "yaml"]);
    expect(of("html").map(({ subject }) => subject)).toEqual(HTML_EXAMPLES);
    for (const { subject, text } of of("json")) expect(subject, text).toBeDefined();
    const files = VARIANTS.flatMap((language) => of(language)).flatMap(({ subject }) => subject ?? []);
    expect(files).toEqual(PROGRAMS);
  });

  const inShell = GUIDES.map(({ slug }) => slug).filter(
    (slug) =>
      slug !== RUN_WITH_A_RECEIVER && !isRunInstalled(slug) && of("bash").some((one) => one.slug === slug),
  );
  it.each(inShell)("the commands of %s run to their end, and leave no file", async (slug) => {
    for (const printed of await printedBy(slug)) expect(printed).toMatch(/^$|\n$/);
    expect(readdirSync(here.folder)).toEqual([]);
  });

  it.each(Object.entries(PRINTED))("the commands of %s print what the guide says", async (slug, expected) => {
    const printed = await printedBy(slug);
    for (const [index, pattern] of expected.entries()) expect(printed[index + 1]).toMatch(pattern);
  });

  it("each metric that the guide tells of is there to read", async () => {
    const [, metrics] = await printedBy("monitoring");
    const told = guideText("monitoring", baseUrl).match(/provider_checkout_\w+/g)!;
    expect(told.length).toBeGreaterThan(20);
    // Nothing was compared yet where the first reconciliation is still to come.
    for (const name of told.filter((one) => !one.endsWith("reconciliation_age_seconds")))
      expect(metrics).toContain(`# TYPE ${name} `);
  });

  it("the legacy routes name the dates that the guides do, and are moved from without a difference", async () => {
    const [, headers, created, confirmed] = await printedBy("migration");
    const of = (name: string) => new RegExp(`^${name}: (.+?)\\r?$`, "im").exec(headers!)?.[1] ?? "";
    const told = (at: number | string) =>
      new Date(at).toLocaleDateString("en-AU", { timeZone: "UTC", dateStyle: "long" });
    const [since, until] = [told(Number(of("deprecation").slice(1)) * 1000), told(of("sunset"))];
    const dates = `deprecated since ${since} and are not removed before ${until}`;
    expect(guideText("versioning", baseUrl)).toContain(dates);
    for (const date of [`| Since ${since} |`, `| Until ${until}, at least |`])
      expect(guideText("migration", baseUrl)).toContain(date);
    expect(of("link")).toBe(`<${baseUrl}/v1/provider-checkouts>; rel="successor-version"`);
    expect(created).toBe("201\n201\nThe same response\n");
    expect(confirmed).toBe("200\n200\nThe same agreement\n");
  });

  it("what a page with the frame asks its server is answered by the status", async () => {
    const [status, ...others] = of("ts").filter(
      ({ subject, slug, isVariant }) => subject === undefined && !isVariant && !isRunInstalled(slug),
    );
    expect(others, "run by no test").toEqual([]);
    const caller = api("server", provider.key);
    const asked = [startedPlan, authorisedPlan, confirmedPlan].map((make) => make(caller, provider));
    const looks = (await Promise.all(asked)).map(({ id }) => `console.log(await isAuthorised("${id}"));`);
    const settings = { BASE_URL: baseUrl, API_KEY: provider.key };
    const printed = await runTypeScript([[status!.text, ...looks].join("\n")], settings, folder);
    expect(printed).toEqual(["false\ntrue\ntrue\n"]);
  });

  it("each page that embeds the capture script has the integrity of the script that is served", async () => {
    const served = await (await fetch(`${baseUrl}/capture/v1.js`)).text();
    const integrity = `integrity="sha384-${createHash("sha384").update(served).digest("base64")}" crossorigin="anonymous"`;
    const pages = examples.filter(
      ({ text, language }) => language === "html" && text.includes("new Capture"),
    );
    expect(pages.map(({ subject }) => subject)).toEqual(["card-form", "stripe-form"]);
    for (const { text } of pages) expect(text).toContain(integrity);
  });

  it("each code of the capture script is explained", () => {
    const parts = readdirSync("packages/cards/capture").map((part) => `packages/cards/capture/${part}`);
    const script = ["packages/cards/capture.ts", ...parts]
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const codes = [...script.matchAll(/(?:CaptureError\(|\/i,)\s*"([a-z_]+)"/g)].map(([, code]) => code!);
    expect(new Set(codes).size).toBe(15);
    for (const code of codes) expect(guideText("pay-now", baseUrl)).toContain(`| \`${code}\` |`);
  });

  it("each option, callback and code of the embed script is explained", () => {
    const types = readFileSync("public/embed/v1.d.ts", "utf8");
    const membersOf = (name: string) => {
      const [, body] = types.match(new RegExp(`interface ${name}[^{]*\\{([\\s\\S]*?)\\n  \\}`))!;
      return [...body!.matchAll(/^ {4}([a-zA-Z]+)[?(:]/gm)].map(([, member]) => member!);
    };
    const options = [...membersOf("Address"), ...membersOf("EmbedOptions")];
    expect(options).toHaveLength(12);
    const codes = [...types.match(/code: (.+);/)![1]!.matchAll(/"([a-z_]+)"/g)].map(([, code]) => code!);
    expect(codes).toHaveLength(2);
    for (const name of [...options, ...codes])
      expect(guideText("embedding", baseUrl)).toContain(`| \`${name}\` |`);
    for (const name of membersOf("Embed")) expect(guideText("embedding", baseUrl)).toContain(`\`${name}`);
  });

  it("each JSON example fits the schema that it names", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema({ ...document, $id: "document" });
    for (const { subject, text } of of("json")) {
      const check = ajv.compile({ $ref: `document#/components/schemas/${subject}` });
      expect(check(JSON.parse(text)), `${subject}: ${ajv.errorsText(check.errors)}`).toBe(true);
    }
  });
});

describe("the reference", () => {
  it("has no page in production that a guide links to and that only the sandbox has", () => {
    const operations = referenceOf(document).groups.flatMap((group) => group.operations);
    const sandboxOnly = operations.filter(({ path }) => path.startsWith("/v1/sandbox/"));
    expect(sandboxOnly.length).toBeGreaterThan(0);
    for (const { slug } of GUIDES)
      for (const { id } of sandboxOnly) expect(guideText(slug, baseUrl)).not.toContain(operationPath(id));
  });

  it("gives each operation a command that reaches it", async () => {
    const { groups, server } = referenceOf(document);
    const commands = groups
      .flatMap((group) => group.operations)
      .flatMap((operation) =>
        callsOf(operation, server).map(({ command, title }) => ({
          code: command,
          name: `${operation.id}: ${title}`,
        })),
      );
    const kept = commands.map(({ code }, index) =>
      code
        .replace(/ -o "\$WORK\/agreement\.pdf"| -w '\\n'/, "")
        .replace("curl -sS", `curl -sS -o answer-${index}.json -w '%{http_code}'`),
    );
    const [, ...statuses] = await runShell([setUp(), ...kept], folder);
    for (const [index, { name }] of commands.entries()) {
      if (statuses[index]!.startsWith("2")) continue;
      const { code } = JSON.parse(readFileSync(join(folder, `answer-${index}.json`), "utf8"));
      expect(NOBODYS, name).toContain(code);
    }
  });
});
