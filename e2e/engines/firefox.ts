import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../support/poll";
import { freePort } from "../support/stack";
import type { Command, Driver } from "./webdriver";

type Reply = [1, number, { error: string; message: string } | null, { value?: unknown } | null];

/** Firefox as the machine has it, by its own protocol, Marionette: WebDriver's commands over a plain connection. */
export async function startFirefox(binary: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), "provider-checkout-firefox-"));
  const port = await freePort();
  // Nothing is fetched from Mozilla.
  const quiet = [
    "app.update.auto",
    "datareporting.policy.dataSubmissionEnabled",
    "browser.region.update.enabled",
  ];
  const settings = [
    `user_pref("marionette.port", ${port});`,
    'user_pref("remote.prefs.recommended", true);',
    'user_pref("layout.css.prefers-color-scheme.content-override", 1);',
    ...quiet.map((name) => `user_pref("${name}", false);`),
  ];
  writeFileSync(join(profile, "user.js"), settings.join("\n"));
  const args = [
    "--headless",
    "--marionette",
    "--no-remote",
    "--width=390",
    "--height=750",
    "--profile",
    profile,
  ];
  const child = spawn(binary, args, {
    stdio: "ignore",
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  });
  const ended = once(child, "exit");
  try {
    const socket = await until("Firefox", () => connected(port));
    const ask = speak(socket);
    const started = (await ask("WebDriver:NewSession", {})) as { capabilities: { browserVersion: string } };
    return {
      version: `Firefox ${started.capabilities.browserVersion}`,
      async send(command: Command, params = {}) {
        const answered = await ask(`WebDriver:${command}`, params);
        return answered && typeof answered === "object" && "value" in answered ? answered.value : answered;
      },
      async stop() {
        socket.destroy();
        child.kill();
        await ended;
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      },
    };
  } catch (error) {
    child.kill();
    throw error;
  }
}

function connected(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket)).once("error", () => resolve(null));
  });
}

/** Messages are "length:json", one after the other; the first one greets. */
function speak(socket: Socket) {
  const waiting = new Map<number, (reply: Reply) => void>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      if (Array.isArray(message)) waiting.get(message[1])?.(message as Reply);
    }
  });
  return async (name: string, params: Record<string, unknown>): Promise<unknown> => {
    const id = ++last;
    const message = Buffer.from(JSON.stringify([0, id, name, params]));
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.write(`${message.length}:${message}`);
    const [, , error, result] = await replied;
    waiting.delete(id);
    if (error) throw new Error(`${name}: ${error.error}: ${error.message}`);
    return result;
  };
}
