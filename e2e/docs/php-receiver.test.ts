import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

  it(
    needing("php", "takes a webhook that is signed, and refuses one that was changed, is old, or is none"),
    async () => {
      const port = await freePort();
      const server = spawn(RUNNERS.php.path!, ["-S", `127.0.0.1:${port}`, "webhook.php"], {
        cwd: folder,
        env: { ...process.env, ...settings },
        stdio: "ignore",
      });
      try {
        const url = `http://127.0.0.1:${port}/`;
        const post = async (body: string, headers: Record<string, string>) =>
          (await fetch(url, { method: "POST", body, headers })).status;
        await until("PHP answers", () => post("", {}).catch(() => null));
        const { body, headers } = signedSample(secrets[1]!);
        expect(await post(body, headers)).toBe(204);
        expect(await post(body.replace("Confirmed", "Cancelled"), headers)).toBe(400);
        expect(await post(body, { ...headers, "webhook-id": "evt_2" })).toBe(400);
        expect(await post(body, {})).toBe(400);
        for (const minutes of [-6, 6]) {
          const other = signedSample(secrets[1]!, minutes);
          expect(await post(other.body, other.headers)).toBe(400);
        }
      } finally {
        server.kill();
      }
    },
  );

  it(needing("php", "answers a fault of its own with a 500, also where PHP shows its errors"), async () => {
    const port = await freePort();
    const args = ["-d", "display_errors=1", "-S", `127.0.0.1:${port}`, "webhook.php"];
    const env = { ...process.env, ...settings, WEBHOOK_SECRET: "none" };
    const server = spawn(RUNNERS.php.path!, args, { cwd: folder, env, stdio: "ignore" });
    try {
      const { body, headers } = signedSample(secrets[1]!);
      const post = () => fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers });
      const { status } = (await until("PHP answers", () => post().catch(() => null)))!;
      expect(status).toBe(500);
    } finally {
      server.kill();
    }
  });
});
