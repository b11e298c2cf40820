/** Finds a Chromium that runs: one that the machine has, or one that can be had. */
import { join } from "node:path";
import { root } from "../../../server/program/checkout.mjs";
import { quiet } from "../../../server/program/log.mjs";
import { Problem } from "../../../server/program/problem.mjs";
import { run, tail } from "../../../tools/shared/run.mjs";
import { isUnpacked, unpackChromium } from "./unpack-chromium.mjs";

/**
 * What Playwright's `launch` takes. Without a path it launches its own browser.
 *
 * @typedef {{ executablePath?: string, env?: Record<string, string | undefined>, args: string[] }} Launch
 *
 * @typedef {object} Way
 * @property {string} name as a person reads it
 * @property {(log: import("../../../server/program/log.mjs").Log) => Promise<Omit<Launch, "args">> | Omit<Launch, "args">} prepare
 * @property {boolean} [only] somebody asked for it: no other may stand in
 */

const isRoot = process.getuid?.() === 0;

/** A browser that looks for updates, or for sandboxes that root does not get, is no good on a closed machine. */
const ARGS = [
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  ...(isRoot ? ["--no-sandbox"] : []),
];

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Long enough for a browser's first start on a busy machine. */
const LAUNCH_MS = 120_000;
/** A closed network that drops packets would otherwise be waited for, again and again. */
const CONNECT_MS = 5_000;

/**
 * The ways to a browser, the quickest first: what is set, what is there, what can be fetched or unpacked.
 *
 * @param {{ env?: NodeJS.ProcessEnv, installed?: string[] }} [options]
 * @returns {Way[]}
 */
function waysToBrowser({ env = process.env, installed = INSTALLED } = {}) {
  const given = env.CHROMIUM_PATH;
  if (given) return [{ name: "CHROMIUM_PATH", only: true, prepare: () => ({ executablePath: given }) }];
  const packaged = process.platform === "linux" && process.arch === "x64";
  /** @type {Way} */
  const unpacked = { name: "the browser of @sparticuz/chromium", prepare: unpackChromium };
  /** @type {Way[]} */
  const ways = [
    { name: "Playwright's own browser", prepare: () => ({}) },
    ...installed.map((path) => ({ name: path, prepare: () => ({ executablePath: path }) })),
  ];
  // A closed network takes its time to refuse the next way, and would at each start.
  if (packaged && isUnpacked()) ways.push(unpacked);
  ways.push({ name: "playwright install chromium", prepare: download });
  if (packaged && !isUnpacked()) ways.push(unpacked);
  if (process.platform === "linux" && isRoot)
    ways.push({ name: "apt-get install chromium", prepare: aptInstall });
  return ways;
}

/**
 * The first browser that is proven to run: a file may be there and lack a library, or the right to start.
 *
 * @param {{ ways?: Way[], prove?: (launch: Launch) => Promise<void>, log?: import("../../../server/program/log.mjs").Log }} [options]
 * @returns {Promise<Launch>}
 * @throws {Problem} with what became of each way
 */
export async function findBrowser({ ways = waysToBrowser(), prove = launchOnce, log = quiet } = {}) {
  const failures = [];
  for (const way of ways) {
    try {
      const launch = { ...(await way.prepare(log)), args: ARGS };
      await prove(launch);
      return launch;
    } catch (error) {
      const reason = reasonIn(/** @type {Error} */ (error).message);
      if (way.only) throw new Problem(`${way.name} names a browser that does not start: ${reason}`);
      failures.push(`  ${way.name}: ${reason}`);
    }
  }
  throw new Problem(
    `No Chromium could be started for the browser tests.\n${failures.join("\n")}\n` +
      "Install one, or set CHROMIUM_PATH to its program.",
  );
}

/**
 * A launch that failed is told with all its flags; what the program itself wrote is the reason.
 *
 * @param {string} message
 */
function reasonIn(message) {
  const [first = ""] = message.split("\n");
  const [, written] = /\[err\] (.*)/.exec(message) ?? [];
  return [first.replace(/^browserType\.launch: /, ""), written].filter(Boolean).join(" ").slice(0, 300);
}

/** @param {Launch} launch */
async function launchOnce(launch) {
  // Loaded only now: the commands start before the packages are installed.
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({ ...launch, timeout: LAUNCH_MS });
  try {
    const page = await browser.newPage();
    await page.goto("data:text/html,<h1>here</h1>");
  } finally {
    await browser.close();
  }
}

/** @param {import("../../../server/program/log.mjs").Log} log */
async function download(log) {
  const program = join(root, "node_modules", "@playwright", "test", "cli.js");
  await log.step("Downloading Chromium", () =>
    mustRun(process.execPath, [program, "install", "--only-shell", "chromium"], {
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECT_MS),
    }),
  );
  return {};
}

/** @param {import("../../../server/program/log.mjs").Log} log */
async function aptInstall(log) {
  const install = () =>
    mustRun("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
      DEBIAN_FRONTEND: "noninteractive",
    });
  await log.step("Installing Chromium with apt-get", async () => {
    // A fresh machine has no list of packages yet.
    await install().catch(async () => {
      await mustRun("apt-get", ["update"]);
      await install();
    });
  });
  return { executablePath: "/usr/bin/chromium" };
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function mustRun(command, args, env = {}) {
  const { code, output } = await run(command, args, { env: { ...process.env, ...env } });
  if (code !== 0) throw new Error(tail(output.match(/^.*(?:Error|E):.*$/m)?.[0] ?? output, 2));
}
