import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { commandsOf } from "../../lib/docs/curl";
import { GUIDES, guideText } from "../../lib/docs/guides";
import { LANGUAGES } from "../../lib/docs/highlight";
import { operationPath, referenceOf } from "../../lib/docs/reference";
import { api } from "../support/api";
import {
  type CodeExample,
  guideExamples,
  HTML_EXAMPLES,
  isRunInstalled,
  PROGRAMS,
  RUN_WITH_A_RECEIVER,
  runShell,
  runTypeScript,
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
let provider: TestProvider;
let document: Parameters<typeof referenceOf>[0];

beforeAll(async () => {
  provider = await makeProvider();
  document = await (await fetch(`${baseUrl}/openapi.json`)).json();
});
afterAll(remove);

/** The first block of the overview as a reader completes it, and what an operator has besides. */
const setUp = () => `${variablesOf(provider, baseUrl)}\nexport JOBS_SECRET="${jobsSecret}"`;

/** What answers the reference's examples, which name a provider, a checkout, an event and an endpoint of nobody's. */
const NOBODYS = [
  "checkout_not_found",
  "event_not_found",
  "provider_code_mismatch",
  "webhook_endpoint_not_found",
];

const runs = new Map<string, Promise<string[]>>();

/** What each block of a guide prints, after the overview's first; each guide is run once. */
function printedBy(slug: string): Promise<string[]> {
  let run = runs.get(slug);
  if (!run) {
    const blocks = of("bash").filter((one) => one.slug === slug && !one.text.includes("<provider_code>"));
    const texts = [setUp(), ...blocks.map(({ text }) => text)];
    // The provider's newest checkout is the one that this guide reads.
    const before = ["status", "reconciliation"].includes(slug)
      ? printedBy("payment-plan")
      : Promise.resolve();
    run = before.then(() => runShell(texts, folder));
    runs.set(slug, run);
  }
  return run;
}

describe("every example of the guides is run by a test", () => {
  it("none is in a language that no test runs, but commands on the operator's side and files of other programs", () => {
    expect(LANGUAGES).toEqual(["bash", "sh", "ts", "html", "json", "yaml"]);
    expect(of("html").map(({ subject }) => subject)).toEqual(HTML_EXAMPLES);
    for (const { subject, text } of of("json")) expect(subject, text).not.toBeNull();
    expect(of("ts").flatMap(({ subject }) => subject ?? [])).toEqual(PROGRAMS);
  });

  const inShell = GUIDES.map(({ slug }) => slug).filter(
    (slug) =>
      slug !== RUN_WITH_A_RECEIVER && !isRunInstalled(slug) && of("bash").some((one) => one.slug === slug),
  );
  it.each(inShell)("the commands of %s run to their end", async (slug) => {
    await printedBy(slug);
  });

  it("the overview's first call says that the sandbox is ready", async () => {
    const [, answer] = await printedBy("overview");
    expect(JSON.parse(answer!)).toMatchObject({ environment: "sandbox", ready_for_api_calls: true });
  });

  it("Pay Now charges, and another card succeeds after a decline", async () => {
    const [, paid, declined] = await printedBy("pay-now");
    expect(paid).toMatch(/^201\n[\s\S]*success: true/);
    expect(declined).toMatch(/^402\n.+You have not been charged\.\n201\n$/);
  });

  it("a payment plan goes from create to the signed agreement", async () => {
    const [, created, authorised, confirmed, agreement] = await printedBy("payment-plan");
    expect(created).toMatch(/^201\nhttp.+\/api\/dd-setup\?session=dds_/);
    expect(authorised).toBe("200\nconfirm\n");
    expect(confirmed).toBe("200\nPayment Plan Signed\n");
    expect(agreement).toBe("200 application/pdf\n");
  });

  it("the drain route says what it did, and the metrics are there to read", async () => {
    const [, drained] = await printedBy("background-work");
    expect(JSON.parse(drained!)).toHaveProperty("remaining");
    const [, metrics] = await printedBy("monitoring");
    const told = guideText("monitoring", baseUrl).match(/provider_checkout_\w+/g)!;
    expect(told.length).toBeGreaterThan(20);
    // Nothing was compared yet where the first reconciliation is still to come.
    for (const name of told.filter((one) => !one.endsWith("reconciliation_age_seconds")))
      expect(metrics).toContain(`# TYPE ${name} `);
  });

  it("a plan expires, a lost charge was never made, and a test event is scheduled", async () => {
    const printed = (await printedBy("testing")).slice(2);
    expect(printed[0]).toBe("200\nExpired\n");
    expect(printed[1]).toBe("202\n200\nPayment Failed\n");
    expect(JSON.parse(printed[2]!)).toEqual({ scheduled: expect.any(Number) });
  });

  it("a status that has not changed is a 304, and a list is gone through to its end", async () => {
    const [, , asked, listed] = await printedBy("status");
    expect(asked).toBe("200\n304\n");
    expect(listed).toMatch(/^(chk_[a-z0-9]+\n)+$/);
  });

  it("the legacy routes name the dates that the guide does", async () => {
    const [, headers] = await printedBy("versioning");
    const of = (name: string) => new RegExp(`^${name}: (.+?)\\r?$`, "im").exec(headers!)?.[1] ?? "";
    const told = (at: number | string) =>
      new Date(at).toLocaleDateString("en-AU", { timeZone: "UTC", dateStyle: "long" });
    const [since, until] = [told(Number(of("deprecation").slice(1)) * 1000), told(of("sunset"))];
    const dates = `deprecated since ${since} and are not removed before ${until}`;
    expect(guideText("versioning", baseUrl)).toContain(dates);
    expect(of("link")).toBe(`<${baseUrl}/v1/provider-checkouts>; rel="successor-version"`);
  });

  it("the reconciliation names an order that is in our records only, and those that are in the checkouts only", async () => {
    await printedBy("payment-plan");
    const [, , compared] = await printedBy("reconciliation");
    expect(compared).toContain("ORD-OF-MINE-ONLY: won in our records only\n");
    expect(compared).toMatch(/^PLAN-\d+: won in the checkouts only$/m);
  });

  it("a list's filters find the signed plan by its student and metadata, and what changed of late", async () => {
    const [, , , , found, changed] = await printedBy("status");
    expect(found).toMatch(/^200\n[1-9]\d*\n$/);
    expect(changed).toContain("Confirmed\n");
  });

  describe("in TypeScript", () => {
    const programs = of("ts").filter(({ subject, slug }) => subject === null && !isRunInstalled(slug));
    const [status, loop, ...others] = programs as [CodeExample, CodeExample, ...CodeExample[]];
    /** The loop with a card in place of the plan. */
    function paying(card: string): string {
      const letter = () => String.fromCharCode(97 + Math.floor(Math.random() * 26));
      const token = `tok_test_${card}_${Array.from({ length: 22 }, letter).join("")}`;
      const payment = `card_payment: { token: "${token}", amount_to_charge_now: 1500, payment_purpose: "card" },`;
      return loop.text
        .replace("amount_to_finance: 1500 }", "amount_to_finance: 1500, upfront_payment: 1500 }")
        .replace("interest_free_payment_plan", "upfront_payment")
        .replace("Monthly", "Upfront")
        .replace("number_of_instalments: 12", "number_of_instalments: 1")
        .replace("instalment_amount: 125", "instalment_amount: 1500")
        .replace("  plan: {", `  ${payment}\n  plan: {`);
    }
    const again = (card: string) => paying(card).replace(/`RETRY-.+`/, '"RETRY-USED-UP"');

    let printed: string[];
    beforeAll(async () => {
      const caller = api("server", provider.key);
      const asked = [startedPlan, authorisedPlan, confirmedPlan].map((make) => make(caller, provider));
      const ids = (await Promise.all(asked)).map(({ id }) => id);
      const looks = ids.map((id) => `console.log(await isAuthorised("${id}"));`);
      printed = await runTypeScript(
        [
          [status.text, ...looks].join("\n"),
          loop.text,
          paying("answer_lost"),
          ...Array.from({ length: 4 }, () => again("declined_lost_card")),
          again("nobody"),
          again("visa"),
        ],
        { BASE_URL: baseUrl, API_KEY: provider.key, PROVIDER_CODE: provider.code },
        folder,
      );
    });

    it("each is run", () => {
      expect(others).toEqual([]);
    });

    it("what a page with the frame asks its server is answered by the status", () => {
      expect(printed[0]).toBe("false\ntrue\ntrue\n");
    });

    it("the retry loop creates its checkout", () => {
      expect(printed[1]).toBe("known 201 Awaiting Direct Debit\n");
    });

    it("the retry loop asks about a charge until its outcome is known", () => {
      expect(printed[2]).toBe("known 200 Payment Processing\n");
    });

    it("the retry loop ends at once where it would have to wait for an hour", () => {
      expect(printed.slice(3, 7)).toEqual(Array(4).fill("known 402 undefined\n"));
      // A token that the gateway refuses is a call too.
      expect(printed[7]).toBe("known 422 undefined\n");
      expect(printed[8]).toBe("later undefined undefined\n");
    });
  });

  it("each code of the capture script is explained", () => {
    const script = readFileSync("public/capture/v1.js", "utf8");
    const codes = [...script.matchAll(/(?:CaptureError|refuse)\("([a-z_]+)"/g)].map(([, code]) => code!);
    expect(new Set(codes).size).toBe(8);
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
        commandsOf(operation, server).map(({ code, title }) => ({ code, name: `${operation.id}: ${title}` })),
      );
    const kept = commands.map(({ code }, index) =>
      code.replace("curl -sS", `curl -sS -o answer-${index}.json -w '%{http_code}'`),
    );
    const [, ...statuses] = await runShell([setUp(), ...kept], folder);
    for (const [index, { name }] of commands.entries()) {
      if (statuses[index]!.startsWith("2")) continue;
      const { code } = JSON.parse(readFileSync(join(folder, `answer-${index}.json`), "utf8"));
      expect(NOBODYS, name).toContain(code);
    }
  });
});
