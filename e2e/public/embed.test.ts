import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const file = (name: string) => fileURLToPath(new URL(`../../public/embed/${name}`, import.meta.url));
const SCRIPT = readFileSync(file("v1.js"), "utf8");

it("the script is at most 3 KB on the way to a browser", () => {
  expect(gzipSync(SCRIPT).length).toBeLessThanOrEqual(3 * 1024);
});

it("the script asks for nothing that a strict policy forbids, and posts to nobody", () => {
  for (const way of [
    /\beval\b|new Function|setTimeout\("/,
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc/,
    /setAttribute\("style"|cssText/,
    /postMessage|"\*"/,
    /fetch|XMLHttpRequest|sendBeacon|localStorage|sessionStorage|cookie/,
  ])
    expect(SCRIPT).not.toMatch(way);
});

/** How a provider's TypeScript uses the types: each wrong line has to be one, or the compiler complains of its mark. */
const USES = `/// <reference path="${file("v1.d.ts")}" />
const setupUrl = "https://checkout.example/api/dd-setup?session=1";
const container = document.createElement("div");
const embed: ProviderCheckout.Embed = ProviderCheckout.embed({
  setupUrl,
  container,
  returnUrl: "https://enrol.example/done",
  title: "Direct Debit Request",
  height: 700,
  newPageLink: false,
  theme: "auto",
  onReady: () => {},
  onAuthorised: async () => {},
  onCancelled() {},
  onExpired() {},
  onError: ({ code, message }) => console.error(code === "frame_refused", message.length),
});
embed.element.scrollIntoView();
embed.openInNewPage();
embed.unmount();
ProviderCheckout.embed({ setupUrl, container: "#bank" });
ProviderCheckout.open({ setupUrl });
ProviderCheckout.open({ setupUrl, returnUrl: "https://enrol.example/done", mode: "tab" });
window.ProviderCheckout.open({ setupUrl });

// @ts-expect-error there is nothing to show
ProviderCheckout.embed({ container });
// @ts-expect-error there is no place for it
ProviderCheckout.embed({ setupUrl });
// @ts-expect-error an element that may not be there
ProviderCheckout.embed({ setupUrl, container: document.querySelector("#bank") });
// @ts-expect-error an option by another spelling
ProviderCheckout.embed({ setupUrl, container, onAuthorized: () => {} });
// @ts-expect-error nothing is told but that it happened
ProviderCheckout.embed({ setupUrl, container, onAuthorised: (checkoutId: string) => checkoutId });
// @ts-expect-error no such fault
ProviderCheckout.embed({ setupUrl, container, onError: ({ code }) => code === "refused" });
// @ts-expect-error no such way to open it
ProviderCheckout.open({ setupUrl, mode: "popup" });
// @ts-expect-error nothing else comes of it
embed.destroy();
export {};
`;

it("its types take right use and refuse wrong use, and stand by themselves", async () => {
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-embed-"));
  try {
    const use = join(folder, "use.ts");
    writeFileSync(use, USES);
    const strict = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"];
    const tsc = join(process.cwd(), "node_modules/typescript-native/bin/tsc");
    const compiled = promisify(execFile)(process.execPath, [tsc, ...strict, use], { cwd: folder });
    await expect(compiled.catch(({ stdout }) => Promise.reject(new Error(stdout)))).resolves.toBeDefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
