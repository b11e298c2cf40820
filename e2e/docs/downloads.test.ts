import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, inject, it } from "vitest";
import { makeDownloads } from "../../tools/build/downloads.mjs";
import { guideExamples, needing, RUNNERS, workFolder } from "../support/examples";
import { makeProvider } from "../support/provider";
import { signedSample } from "../support/webhooks";

const run = promisify(execFile);
const baseUrl = inject("stack").doors.server;
const { folder, remove } = workFolder();
afterAll(remove);

const commands = guideExamples(baseUrl).filter(({ slug }) => slug === "downloads");
const SECRET = `whsec_${randomBytes(24).toString("base64")}`;

/** Runs the page's own commands in a new folder, where nothing but this deployment is in reach. */
async function follow(number: number, name: string) {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const env = {
    ...process.env,
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_cache: join(cwd, ".npm"),
  };
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", commands[number]!.text], { cwd, env });
  return { cwd, stdout };
}

async function settings() {
  const { key } = await makeProvider();
  return { ...process.env, BASE_URL: baseUrl, API_KEY: key, HOOK: JSON.stringify(signedSample(SECRET)) };
}

it("the TypeScript package installs by its address, verifies a webhook and calls the API", async () => {
  const { cwd } = await follow(0, "ts");
  writeFileSync(
    join(cwd, "main.mjs"),
    `import { createProviderCheckoutClient, webhooks } from "@provider-checkout/client";
const { body, headers } = JSON.parse(process.env.HOOK);
console.log((await webhooks.unwrap(body, headers, "${SECRET}")).type);
const client = createProviderCheckoutClient({ baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY });
console.log((await client.GET("/v1/environment")).data.environment);`,
  );
  const { stdout } = await run(process.execPath, ["main.mjs"], { cwd, env: await settings() });
  expect(stdout).toMatch(/^[a-z_]+\.[a-z]+\nsandbox\n$/);
});

it("it is kept beside a project, and each file has the checksum that is listed", async () => {
  expect((await follow(1, "kept")).stdout).toContain("provider-checkout-client.tgz: OK");
  expect((await follow(2, "python")).stdout).toContain("provider_checkout.py: OK");
  expect((await follow(3, "php")).stdout).toContain("provider-checkout.php: OK");
  const page = await (await fetch(`${baseUrl}/docs/downloads`)).text();
  const sums = await (await fetch(`${baseUrl}/docs/downloads/SHA256SUMS`)).text();
  for (const line of sums.trim().split("\n")) {
    const [sum, name] = line.split("  ") as [string, string];
    const file = await fetch(`${baseUrl}/docs/downloads/${name}`);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(
      createHash("sha256")
        .update(Buffer.from(await file.arrayBuffer()))
        .digest("hex"),
    ).toBe(sum);
    expect(page).toContain(sum);
  }
});

it.skipIf(!RUNNERS.python.path)(needing("python", "the Python file calls the API"), async () => {
  const code = `import os
from provider_checkout import ProviderCheckout
client = ProviderCheckout(base_url=os.environ["BASE_URL"], api_key=os.environ["API_KEY"])
print(client.environment()["environment"])`;
  const options = { cwd: join(folder, "python"), env: await settings() };
  expect((await run(RUNNERS.python.path!, ["-c", code], options)).stdout).toBe("sandbox\n");
});

it("the same sources make the same files", async () => {
  await makeDownloads(join(folder, "again"));
  const sums = await (await fetch(`${baseUrl}/docs/downloads/SHA256SUMS`)).text();
  expect(readFileSync(join(folder, "again", "SHA256SUMS"), "utf8")).toBe(sums);
});
