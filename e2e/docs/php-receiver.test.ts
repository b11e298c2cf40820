import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { root } from "../../server/program/checkout.mjs";
import { needing, RUNNERS, workFolder } from "../support/examples";
import { until } from "../support/poll";
import { freePort } from "../support/stack";
import { signedSample } from "../support/webhooks";

const { folder, remove } = workFolder();
/** The secret that is being rotated out, and the one that signs. */
const secrets = [1, 2].map(() => `whsec_${randomBytes(24).toString("base64")}`);
const settings = { WEBHOOK_SECRET: secrets.join(" ") };

describe.skipIf(!RUNNERS.php.path)("the receiver in PHP", () => {
  beforeAll(() => copyFileSync(join(root, "docs/examples/php/webhook.php"), join(folder, "webhook.php")));
  afterAll(remove);

  /** PHP's own server. @returns its answer to a delivery */
  async function serve(options: string[] = [], changes = {}) {
    const port = await freePort();
    const args = [...options, "-S", `127.0.0.1:${port}`, "webhook.php"];
    const env = { ...process.env, ...settings, ...changes };
    const server = spawn(RUNNERS.php.path!, args, { cwd: folder, env, stdio: "ignore" });
    onTestFinished(() => void server.kill());
    const post = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers })).status;
    await until("PHP answers", () => post({ body: "", headers: {} }).catch(() => null));
    return post;
  }

  it(needing("php", "takes a signed webhook, and refuses one that is changed, old or unsigned"), async () => {
    const post = await serve();
    const { body, headers } = signedSample(secrets[1]!);
    expect(await post({ body, headers })).toBe(204);
    expect(await post({ body: body.replace("Confirmed", "Cancelled"), headers })).toBe(400);
    expect(await post({ body, headers: { ...headers, "webhook-id": "evt_2" } })).toBe(400);
    expect(await post({ body, headers: {} })).toBe(400);
    for (const minutes of [-6, 6]) expect(await post(signedSample(secrets[1]!, minutes))).toBe(400);
  });

  it(needing("php", "answers a fault of its own with a 500, also where PHP shows its errors"), async () => {
    const post = await serve(["-d", "display_errors=1"], { WEBHOOK_SECRET: "none" });
    expect(await post(signedSample(secrets[1]!))).toBe(500);
  });
});
