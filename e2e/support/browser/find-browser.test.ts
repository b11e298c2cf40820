import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { quiet } from "../../../scripts/lib/log.mjs";
import { Problem } from "../../../scripts/lib/problem.mjs";
import { findBrowser, type Launch, type Way, waysToBrowser } from "./find-browser.mjs";
import { unpackChromium } from "./unpack-chromium.mjs";

const folder = mkdtempSync(join(tmpdir(), "provider-checkout-browser-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const way = (name: string, prepare: Way["prepare"] = () => ({ executablePath: name })): Way => ({
  name,
  prepare,
});
const runs =
  (...paths: string[]) =>
  async ({ executablePath }: Launch) => {
    if (!paths.includes(executablePath ?? "")) throw new Error(`${executablePath} did not start`);
  };

test("the first browser that starts is taken, and nothing is fetched after it", async () => {
  const fetched = way("fetched", () => {
    throw new Error("fetched for nothing");
  });
  const ways = [way("broken"), way("good"), fetched];
  expect(await findBrowser({ ways, prove: runs("good") })).toMatchObject({ executablePath: "good" });
});

test("without any, each way is told with its reason, and what to do", async () => {
  const refused = way("download", () => {
    throw new Error("the network is closed");
  });
  const found = findBrowser({ ways: [way("broken"), refused], prove: runs() });
  await expect(found).rejects.toThrow(Problem);
  await expect(found).rejects.toThrow(
    /broken: broken did not start\n {2}download: the network is closed\n.*CHROMIUM_PATH/,
  );
});

test("a browser that somebody names is the only one tried", async () => {
  const ways = waysToBrowser({ env: { NODE_ENV: "test", CHROMIUM_PATH: "/opt/mine" } });
  expect(ways).toHaveLength(1);
  expect(await findBrowser({ ways, prove: runs("/opt/mine") })).toMatchObject({
    executablePath: "/opt/mine",
  });
  await expect(findBrowser({ ways, prove: runs() })).rejects.toThrow(/^CHROMIUM_PATH names a browser/);
});

test("what is there comes before what must be fetched", () => {
  const names = waysToBrowser({ env: { NODE_ENV: "test" }, installed: ["/a", "/b"] }).map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(["Playwright's own browser", "/a", "/b"]);
  expect(names.indexOf("playwright install chromium")).toBeGreaterThan(2);
});

test("a file that is there but is no browser counts for nothing", async () => {
  const file = join(folder, "chromium");
  writeFileSync(file, "#!/bin/sh\necho libmissing.so >&2\nexit 127\n", { mode: 0o755 });
  await expect(findBrowser({ ways: [way(file)] })).rejects.toThrow(/chromium: .*libmissing\.so/);
});

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "a bare Linux unpacks a browser that starts, from a package alone",
  async () => {
    const unpacked = () => unpackChromium(quiet, join(folder, "unpacked"));
    const launch = await findBrowser({ ways: [way("unpacked", unpacked)] });
    expect(launch.executablePath).toContain(folder);
  },
);
