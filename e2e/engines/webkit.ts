import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../support/poll";
import { freePort } from "../support/stack";
import type { Command, Driver } from "./webdriver";

type Params = Record<string, unknown>;

/** No command takes as long: one that does never ends. */
const HANGS_MS = 15_000;

const COMMANDS: Record<Command, (params: Params) => [method: string, path: string]> = {
  Navigate: () => ["POST", "url"],
  GetCurrentURL: () => ["GET", "url"],
  FindElements: () => ["POST", "elements"],
  ElementClick: ({ id }) => ["POST", `element/${id}/click`],
  ElementSendKeys: ({ id }) => ["POST", `element/${id}/value`],
  ExecuteScript: () => ["POST", "execute/sync"],
  SwitchToFrame: () => ["POST", "frame"],
  SetWindowRect: () => ["POST", "window/rect"],
  TakeScreenshot: () => ["GET", "screenshot"],
};

/** The small browser that WebKitGTK has for tests. */
export function miniBrowser(): string | null {
  const lib = "/usr/lib/x86_64-linux-gnu";
  try {
    const folder = readdirSync(lib).find((name) => /^webkit2gtk-4/.test(name));
    return folder ? join(lib, folder, "MiniBrowser") : null;
  } catch {
    return null;
  }
}

/** WebKit as the machine has it, on a display that nobody sees. */
export async function startWebKit(driver: string, xvfb: string, binary: string): Promise<Driver> {
  const screen = spawn(xvfb, ["-displayfd", "1", "-screen", "0", "800x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [display] = (await once(screen.stdout, "data")) as [Buffer];
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: `:${display.toString().trim()}`,
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
  };
  const child = spawn(driver, [`--port=${port}`], { stdio: "ignore", env });
  const stop = async () => {
    child.kill();
    screen.kill();
    await Promise.all([once(child, "exit"), once(screen, "exit")]);
  };
  const ask = async (method: string, path: string, params: Params = {}) => {
    const body = method === "POST" ? JSON.stringify(params) : undefined;
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      body,
      headers,
      signal: AbortSignal.timeout(HANGS_MS),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (!response.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`);
    return value as unknown;
  };
  try {
    await until("WebKit's driver", () => ask("GET", "status").then(Boolean, () => null));
    const options = { binary, args: ["--automation"] };
    const timeouts = { pageLoad: HANGS_MS, script: HANGS_MS };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options, timeouts } };
    const { sessionId, capabilities: has } = (await ask("POST", "session", { capabilities })) as {
      sessionId: string;
      capabilities: { browserName: string; browserVersion: string };
    };
    const driven: Driver = {
      version: `${has.browserName} ${has.browserVersion}`,
      send(command, params = {}) {
        const [method, path] = COMMANDS[command](params);
        return ask(method, `session/${sessionId}/${path}`, params);
      },
      async stop() {
        await ask("DELETE", `session/${sessionId}`).catch(() => {});
        await stop();
      },
    };
    await driven.send("SetWindowRect", { width: 390, height: 750 });
    return driven;
  } catch (error) {
    await stop();
    throw error;
  }
}
