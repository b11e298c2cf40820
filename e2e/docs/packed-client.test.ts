import { execFile } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { root } from "../../scripts/lib/checkout.mjs";
import { cardToken } from "../support/bodies";
import { guideExamples, workFolder } from "../support/examples";
import { installClient } from "../support/packed-client";
import { makeProvider } from "../support/provider";

const run = promisify(execFile);
const { folder, remove } = workFolder();
beforeAll(() => installClient(folder));
afterAll(remove);

/** The guide's examples one after the other, as somebody pastes them into one file, and a webhook that arrives. */
function guidesProgram(): string {
  const examples = guideExamples(inject("stack").doors.server).filter(
    ({ slug, language }) => slug === "typescript-client" && language === "ts",
  );
  expect(examples.length).toBeGreaterThan(6);
  return [
    ...examples.map(({ text }) => text),
    `const { WEBHOOK_HEADERS, WEBHOOK_BODY } = process.env;
const hook = (body: string) =>
  new Request("https://college.example", { method: "POST", headers: JSON.parse(WEBHOOK_HEADERS!), body });
console.log((await receive(hook(WEBHOOK_BODY!))).status, (await receive(hook("{}"))).status);`,
  ].join("\n");
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
    WEBHOOK_SECRETS: secrets.map((secret) => `whsec_${secret.toString("base64")}`).join(" "),
    WEBHOOK_HEADERS: JSON.stringify(headers),
    WEBHOOK_BODY: body,
  };
}

/** The one example of the package's own README. */
const readmesProgram = () =>
  /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(root, "clients/typescript/README.md"), "utf8"))![1]!;

/** Type-checks the integrator's files, the package's own declarations too. */
const compile = (options: string) => {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const types = ["--typeRoots", join(root, "node_modules", "@types"), "--types", "node"];
  const always = ["--ignoreConfig", "--strict", "--target", "es2022", ...types];
  return run(process.execPath, [tsc, ...always, ...options.split(" "), "program.ts", "readme.ts"], {
    cwd: folder,
  });
};

describe("the packed client, in a folder of its own", () => {
  it("compiles as the guide says by either resolution, and runs both flows in plain Node.js", async () => {
    writeFileSync(join(folder, "program.ts"), guidesProgram());
    writeFileSync(join(folder, "readme.ts"), readmesProgram());
    await compile("--noEmit --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable");
    await compile("--module node16 --moduleResolution node16 --lib es2022");
    const { code, key } = await makeProvider();
    const env = {
      ...process.env,
      ...webhook(),
      BASE_URL: inject("stack").doors.server,
      API_KEY: key,
      PROVIDER_CODE: code,
      CARD_TOKEN: cardToken(),
    };
    const { stdout } = await run(process.execPath, ["program.js"], { cwd: folder, env });
    const id = expect.stringMatching(/^chk_\w{26}$/);
    expect(stdout.trim().split("\n")).toEqual([
      "Payment Processing true",
      "Payment Plan Signed",
      "duplicate_order none",
      id,
      "payment_plan.signed",
      "direct_debit.authorised",
      "checkout.created",
      "Confirmed 304",
      "agr_1",
      "204 400",
    ]);
    const listed = await run(process.execPath, ["readme.js"], { cwd: folder, env });
    expect(listed.stdout).toMatch(/^chk_\w+ Confirmed\nchk_\w+ Payment Processing\n$/);
  });

  it("is bundled for a browser with nothing of Node.js in it", async () => {
    writeFileSync(join(folder, "page.js"), 'export { webhooks } from "@provider-checkout/client";\n');
    const esbuild = join(root, "node_modules", "esbuild", "bin", "esbuild");
    const options = ["page.js", "--bundle", "--platform=browser", "--format=esm"];
    const { stdout } = await run(esbuild, options, { cwd: folder });
    expect(stdout).toContain("subtle.verify");
    expect(stdout).not.toContain("node:");
  });

  it("holds what was built, and nothing else", () => {
    const at = join(folder, "node_modules/@provider-checkout/client");
    expect(readdirSync(at).sort()).toEqual(["README.md", "dist", "package.json"]);
    const built = readdirSync(join(at, "dist"), { recursive: true, encoding: "utf8" });
    expect(built).toContain("index.d.ts");
    expect(built.filter((file) => file.includes(".test."))).toEqual([]);
  });
});
