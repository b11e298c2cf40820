import { findingsOf } from "../support/browser/axe";
import { expectNoSidewaysScroll } from "../support/browser/layout";
import { recordRequests } from "../support/browser/requests";
import { expect, test } from "../support/browser/test";

/** What the other specs lean on must see the faults that it is there for. */

test("an error on a page is a fault, and one that is expected is none", async ({ page, watch }) => {
  await page.goto("/");
  await page.evaluate(() => {
    console.error("planted in the console");
    setTimeout(() => {
      throw new Error("planted and thrown");
    });
  });
  await expect.poll(() => watch.unexpected()).toHaveLength(2);
  watch.expectFault(/planted in the console/);
  expect(watch.unexpected()).toEqual([expect.stringContaining("planted and thrown")]);
  watch.expectFault(/planted and thrown/);
});

test("what the policy forbids is a fault", async ({ page, watch }) => {
  await page.goto("/");
  await page.evaluate(() => {
    const paragraph = document.createElement("p");
    paragraph.setAttribute("style", "color: red");
    const script = document.createElement("script");
    script.textContent = "document.title = 'changed'";
    document.body.append(paragraph, script);
  });
  await expect.poll(() => watch.unexpected().join()).toMatch(/style-src-attr.*script-src-elem/s);
  expect(await page.title()).not.toBe("changed");
  watch.expectFault(/policy/i);
});

test("a request to another origin is a fault, in any context of the test", async ({ openContext, watch }) => {
  const page = await (await openContext()).newPage();
  await page.goto("https://stranger.example/pixel").catch(() => {});
  expect(watch.unexpected()).toContain("A request to another origin: GET https://stranger.example/pixel");
  watch.expectFault(/stranger\.example/);
});

test("axe reports a field without a label, pale text and a target too small", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => {
    document.body.innerHTML =
      '<main><h1>Planted</h1><input><p id="pale">Pale</p><button>a</button><button>b</button></main>';
    document.getElementById("pale")!.style.color = "#bbbbbb";
    for (const button of document.querySelectorAll("button"))
      Object.assign(button.style, { width: "8px", height: "8px", padding: "0" });
  });
  const findings = (await findingsOf(page)).join("\n");
  expect(findings).toMatch(/^label: /m);
  expect(findings).toMatch(/^color-contrast: #pale/m);
  expect(findings).toMatch(/^target-size: /m);
});

test("an element that is wider than a narrow window is named", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => {
    document.body.innerHTML = '<main id="wide">Wide</main>';
    document.getElementById("wide")!.style.width = "400px";
  });
  await expect(expectNoSidewaysScroll(page)).rejects.toThrow(/main#wide/);
});

test("a text that leaves the browser is found in address, headers and bodies", async ({
  context,
  page,
  watch,
}) => {
  watch.expectFault(/status of 405/);
  const recorder = await recordRequests(context);
  await page.goto("/?card=5555+5555%205555-4444");
  await page.evaluate(async () => {
    await fetch("/v1/environment", { headers: { "X-Planted": "4242424242424242" } });
    const form = new FormData();
    form.set("number", "3782 822463 10005");
    form.set("file", new Blob(["6011-1111-1111-1117", "x".repeat(200_000)]), "planted.txt");
    await fetch("/v1/environment", { method: "POST", body: form }).catch(() => {});
    navigator.sendBeacon("/v1/environment", "4000000000000002");
  });
  // The address of a page is in the Referer of all that it asks for.
  expect((await recorder.find("5555555555554444")).length).toBeGreaterThan(1);
  expect(await recorder.find("4242 4242 4242 4242")).toHaveLength(1);
  expect(await recorder.find("378282246310005")).toHaveLength(1);
  await expect.poll(() => recorder.find("4000000000000002")).toHaveLength(1);
  expect(await recorder.find("6011111111111117")).toHaveLength(1);
  expect(await recorder.find("4111111111111111")).toEqual([]);
});
