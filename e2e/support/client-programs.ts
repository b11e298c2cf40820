import { execFile } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject } from "vitest";
import { root } from "../../server/program/checkout.mjs";
import { cardToken } from "./bodies";
import { guideExamples } from "./examples";
import { makeProvider } from "./provider";

const run = promisify(execFile);

/** Where each client's examples stand, and a webhook that arrives at the guide's receiver. */
const CLIENTS = {
  ts: {
    slug: "typescript-client",
    readme: "packages/client-typescript/README.md",
    arriving: `const { WEBHOOK_HEADERS, WEBHOOK_BODY } = process.env;
const hook = (body: string) =>
  new Request("https://college.example", { method: "POST", headers: JSON.parse(WEBHOOK_HEADERS!), body });
console.log((await receive(hook(WEBHOOK_BODY!))).status, (await receive(hook("{}"))).status);`,
  },
  python: {
    slug: "python-client",
    readme: "packages/client-python/README.md",
    arriving: `import json

headers = json.loads(os.environ["WEBHOOK_HEADERS"])
print(*[receive(body.encode(), headers)[0] for body in (os.environ["WEBHOOK_BODY"], "{}")])`,
  },
} as const;

/** The guide's examples one after the other, as somebody pastes them into one file, and a webhook that arrives. */
export function guidesProgram(language: keyof typeof CLIENTS): string {
  const { slug, arriving } = CLIENTS[language];
  const examples = guideExamples(inject("stack").doors.server).filter(
    (one) => one.slug === slug && one.language === language,
  );
  expect(examples.length).toBeGreaterThan(6);
  return [...examples.map(({ text }) => text), arriving].join("\n");
}

/** The one example of the package's own README. */
export function readmesProgram(language: keyof typeof CLIENTS): string {
  const readme = readFileSync(join(root, CLIENTS[language].readme), "utf8");
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(readme)![1]!;
}

/** A webhook, signed by the second of two secrets. */
function webhook() {
  const secrets = [1, 2].map(() => randomBytes(32));
  const body = JSON.stringify({
    type: "payment_plan.signed",
    data: { agreement: { agreement_id: "agr_1" } },
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", secrets[1]!).update(`evt_1.${timestamp}.${body}`).digest("base64");
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  return {
    WEBHOOK_SECRET: secrets.map((secret) => `whsec_${secret.toString("base64")}`).join(" "),
    WEBHOOK_HEADERS: JSON.stringify(headers),
    WEBHOOK_BODY: body,
  };
}

/** Runs both programs, of the guide and the README, in that folder by this interpreter, for a provider of their own. */
export async function expectBothFlows(folder: string, interpreter: string, ending = "js"): Promise<void> {
  const { code, key } = await makeProvider();
  const env = {
    ...process.env,
    ...webhook(),
    BASE_URL: inject("stack").doors.server,
    API_KEY: key,
    PROVIDER_CODE: code,
    CARD_TOKEN: cardToken(),
  };
  const { stdout } = await run(interpreter, [`program.${ending}`], { cwd: folder, env });
  const id = expect.stringMatching(/^chk_\w{26}$/);
  // The agreement follows its signing, mostly before the answer.
  // The same order with another request: both languages print what differs as a list.
  const differs = /^duplicate_order \[[^\]]*'\/plan\/payment_type'[^\]]*\]$/m;
  const printed = stdout.replace(differs, "duplicate_order differs").trim().split("\n");
  expect(printed.filter((line) => line !== "agreement.ready")).toEqual([
    expect.stringMatching(/^Payment Processing [tT]rue$/),
    "Payment Plan Signed",
    "duplicate_order differs",
    id,
    "payment_plan.signed",
    "direct_debit.authorised",
    "checkout.created",
    "Confirmed 304",
    "agr_1",
    "204 400",
  ]);
  const listed = await run(interpreter, [`readme.${ending}`], { cwd: folder, env });
  expect(listed.stdout).toMatch(/^chk_\w+ Confirmed\nchk_\w+ Payment Processing\n$/);
}

/** Type-checks and compiles both programs, the package's own declarations too. */
export function compilePrograms(folder: string, options: string) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const types = ["--typeRoots", join(root, "node_modules", "@types"), "--types", "node"];
  const always = ["--ignoreConfig", "--strict", "--target", "es2022", ...types];
  return run(process.execPath, [tsc, ...always, ...options.split(" "), "program.ts", "readme.ts"], {
    cwd: folder,
  });
}
