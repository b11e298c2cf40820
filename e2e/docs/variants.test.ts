import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { GUIDES, guideText } from "../../packages/docs/guides";
import { examplesIn } from "../../packages/docs/markdown";
import { root } from "../../server/program/checkout.mjs";
import { api } from "../support/api";
import { payNowBody } from "../support/bodies";
import {
  guideExamples,
  needing,
  RUNNERS,
  runExample,
  VARIANTS,
  type Variant,
  workFolder,
} from "../support/examples";
import { installClient } from "../support/packed-client";
import { makeProvider } from "../support/provider";
import { signedSample } from "../support/webhooks";

const run = promisify(execFile);
const baseUrl = inject("stack").doors.server;
const { folder, remove } = workFolder();
/** Where answers with secrets are written. */
const work = workFolder();
/** Where the examples are run, which is not where they write. */
const here = workFolder();
const examples = guideExamples(baseUrl).filter(({ isVariant }) => isVariant);
const codeOf = (slug: string, language: Variant) =>
  examples
    .filter((one) => one.slug === slug && one.language === language)
    .map(({ text }) => text)
    .join("\n");
/** The secret that is being rotated out, and the one that signs. */
const secrets = [1, 2].map(() => `whsec_${randomBytes(24).toString("base64")}`);

let settings: Record<string, string>;
beforeAll(async () => {
  await installClient(folder);
  copyFileSync(join(root, "docs/examples/php/provider-checkout.php"), join(folder, "provider-checkout.php"));
});
afterAll(() => {
  remove();
  work.remove();
  here.remove();
});

async function useNewProvider() {
  const { code, key } = await makeProvider();
  settings = {
    BASE_URL: baseUrl,
    API_KEY: key,
    PROVIDER_CODE: code,
    WORK: mkdtempSync(join(work.folder, "provider-")),
    WEBHOOK_SECRET: secrets.join(" "),
    PYTHONPATH: join(root, "packages/client-python"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
}

const runCode = (language: Variant, code: string) =>
  runExample(language, code, settings, folder, here.folder);

/** What the examples of a guide print, one after the other in one program. Later ones read what earlier ones have made. */
const PRINTED: Record<string, RegExp> = {
  overview: /^\{.*"ready_for_api_calls": ?true.*\}\n$/,
  "pay-now": /^Payment Processing\n.+You have not been charged\.\nPayment Processing\n$/,
  "payment-plan": /^57\.69\nhttp.+\/api\/dd-setup\?session=dds_\S+\nconfirm\nPayment Plan Signed\n[tT]rue\n$/,
  status: /^200\n304\n(chk_[a-z0-9]{26}\n){4}1\nConfirmed\n(Payment \w+\n){3}$/,
  errors: /^422\nvalidation_failed\n(\/\S+ [a-z_]+\n){3,}$/,
  reconciliation: /^ORD-OF-MINE-ONLY: won in our records only\n(P\S+: won in the checkouts only\n){3}$/,
  // What the examples above have made is replayed, and read.
  events: /^enabled\npending\npending\n[1-9]\d*\nrequested\n([a-z_]+\.[a-z]+\n){10}$/,
  idempotency: /^known 201 Awaiting Direct Debit\n$/,
  // The last: it resets all that was made.
  testing: /^(\[\]|\{"data":\[\],"next_cursor":null\})\nExpired\n\{.+"checkouts":6,.+\}\n$/,
};

/** A receiver has its PHP as a file. The retry loop has no curl: it belongs into a program that stays. */
const FEWER: Partial<Record<string, readonly Variant[]>> = {
  "webhook-receiver": ["ts", "python"],
  idempotency: VARIANTS,
};

it("each example of several languages is in all of them, in one order", () => {
  for (const { slug } of GUIDES)
    for (const codes of examplesIn(guideText(slug, baseUrl))) {
      if (codes.length === 1) continue;
      const languages = codes.map(({ language }) => language);
      expect(languages, slug).toEqual(FEWER[slug] ?? ["bash", ...VARIANTS]);
    }
  const told = new Set(examples.map(({ slug }) => slug));
  expect([...told].sort()).toEqual([...Object.keys(PRINTED), "webhook-receiver"].sort());
});

it("a request in curl has the other languages too, in each guide that has them", () => {
  const alone = GUIDES.flatMap(({ slug }) => {
    const all = examplesIn(guideText(slug, baseUrl));
    if (all.every((codes) => codes.length === 1)) return [];
    return all
      .filter((codes) => codes.length === 1)
      .flat()
      .filter(({ language, text }) => language === "bash" && text.includes("$BASE_URL"))
      .map(({ text }) => `${slug}: ${text}`);
  });
  expect(alone).toEqual([]);
});

/** Compiles programs in the folder with the installed client. */
async function compile(programs: Record<string, string>) {
  for (const [name, program] of Object.entries(programs))
    writeFileSync(join(folder, `${name}.ts`), `${program}\nexport {};\n`);
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = "--ignoreConfig --strict --noEmit --target es2022 --module nodenext --types node";
  const types = ["--typeRoots", join(root, "node_modules/@types")];
  const files = Object.keys(programs).map((name) => `${name}.ts`);
  await run(process.execPath, [tsc, ...options.split(" "), ...types, ...files], { cwd: folder }).catch(
    ({ stdout }) => expect.fail(stdout),
  );
}

it("the examples in TypeScript compile", async () => {
  const slugs = [...Object.keys(PRINTED), "webhook-receiver"];
  await compile(Object.fromEntries(slugs.map((slug) => [slug, codeOf(slug, "ts")])));
});

const IN = { ts: "TypeScript", python: "Python", php: "PHP" };

describe.each(VARIANTS)("the examples in %s", (language) => {
  beforeAll(useNewProvider);
  const needed = it.skipIf(!RUNNERS[language].path);
  const titled = (title: string) => needing(language, `${title} in ${IN[language]}`);

  needed.each(Object.entries(PRINTED))(titled("of %s print what the guide says"), async (slug, expected) => {
    expect(await runCode(language, codeOf(slug, language))).toMatch(expected);
    expect(readdirSync(here.folder)).toEqual([]);
  });

  needed(titled("of reconciliation see no difference in cents"), async () => {
    const paid = 1499.95;
    const changes = {
      provider: { provider_order_id: "ORD-OF-MINE-ONLY" },
      pricing: { course_price: paid, amount_to_finance: paid, upfront_payment: paid },
      plan: { instalment_amount: paid },
      card_payment: { amount_to_charge_now: paid },
    };
    const { status } = await api("server", settings.API_KEY!).create(
      payNowBody({ code: settings.PROVIDER_CODE! }, changes),
    );
    expect(status).toBe(201);
    const printed = await runCode(language, codeOf("reconciliation", language));
    expect(printed).not.toContain("ORD-OF-MINE-ONLY");
  });

  needed(titled("of events keep both secrets, and remove their endpoint"), async () => {
    const [first, second] = ["endpoint", "rotated"].map((name) =>
      JSON.parse(readFileSync(join(settings.WORK!, `${name}.json`), "utf8")),
    );
    for (const { secret } of [first, second]) expect(secret).toMatch(/^whsec_/);
    expect(second.secret).not.toBe(first.secret);
    const { status } = await fetch(`${baseUrl}/v1/webhook-endpoints/${first.endpoint_id}`, {
      headers: { Authorization: `Bearer ${settings.API_KEY}` },
    });
    expect(status).toBe(404);
  });
});

describe("the receiver that the guide writes with a client", () => {
  beforeAll(useNewProvider);
  const webhooks = () => {
    const [late, good] = [-6, 0].map((minutes) => signedSample(secrets[1]!, minutes));
    return JSON.stringify([good, { ...good, body: "{}" }, late]);
  };
  const printed = "payment_plan.signed 3\n204\n400\n400\n";

  it("takes what is signed, and refuses what was changed or is old, in TypeScript", async () => {
    const call = `for (const { body, headers } of ${webhooks()}) console.log(await receive(body, headers));`;
    expect(await runCode("ts", `${codeOf("webhook-receiver", "ts")}\n${call}`)).toBe(printed);
  });

  it.skipIf(!RUNNERS.python.path)(needing("python", "takes and refuses the same in Python"), async () => {
    const call = `for one in ${webhooks()}:\n    print(receive(one["body"].encode(), one["headers"]))`;
    expect(await runCode("python", `${codeOf("webhook-receiver", "python")}\n${call}`)).toBe(printed);
  });
});
