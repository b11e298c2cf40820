import type { Page } from "@playwright/test";
import { ok } from "../../support/answer";
import { frameOf, toldTo } from "../../support/browser/embed-host";
import { expectHeading, HEADINGS, setupUrl } from "../../support/browser/setup-page";
import { type Site, test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";
import { startedPlan } from "../../support/scenes";

const TYPES = ["ready", "resize", "authorised", "cancelled", "expired", "error"];
const forged = (type: string) => ({ source: "dd-setup", version: 1, type, payload: { height: 3333 } });
const FORGED = JSON.stringify(TYPES.map(forged));

/** A page in a frame that says whatever a test asks it to say, in place of the hosted page. */
function serveTalker(site: Site): string {
  return site.serve(
    "talker",
    `<main><h1>Talker</h1></main><script>
      addEventListener("message", ({ data }) => "say" in data && parent.postMessage(data.say, "*"));
    </script>`,
  );
}

/** Has the talker in the frame say something, and waits until the page has heard it. */
const say = (page: Page, ...words: unknown[]) =>
  page.evaluate(async (all) => {
    const frame = document.querySelector("iframe")!;
    for (const one of all) {
      const heard = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
      frame.contentWindow!.postMessage({ say: one }, "*");
      await heard;
    }
  }, words);

/** Opens a page with the talker in its frame. */
async function openTalker(page: Page, site: Site): Promise<void> {
  await site.embed({
    setupUrl: serveTalker(site.at("127.0.0.1")),
    framed: "http://127.0.0.1:* http://college.example:*",
  });
  await expect(page.frameLocator("iframe").locator("h1")).toBeAttached();
}

test.describe("what the frame says", () => {
  test("counts in the words of version 1 only", async ({ page, site }) => {
    await openTalker(page, site);
    await say(
      page,
      ...["authorised", null, 42, ["ready"], { type: "ready" }, forged("toString"), forged("__proto__")],
      ...[{ source: "other" }, { version: 2 }, { version: "1" }, { type: ["ready"] }, { type: null }].map(
        (wrong) => ({ ...forged("ready"), ...wrong }),
      ),
    );
    expect(await toldTo(page)).toEqual([]);
    await expect(frameOf(page)).toBeHidden();
    await say(page, { ...forged("ready"), payload: null });
    expect(await toldTo(page)).toEqual([{ name: "onReady" }]);
    await expect(frameOf(page)).toBeVisible();
  });

  test("moves the frame within bounds, and by numbers only", async ({ page, site }) => {
    await openTalker(page, site);
    await say(page, forged("ready"));
    const height = () => frameOf(page).evaluate((element) => element.clientHeight);
    for (const [said, is] of [
      [700.2, 701],
      [-5, 200],
      [1e9, 10_000],
      [640, 640],
      ["5000px", 640],
      [null, 640],
      [Number.NaN, 640],
      [Number.POSITIVE_INFINITY, 640],
    ]) {
      await say(page, { ...forged("resize"), payload: { height: said } });
      expect(await height(), String(said)).toBe(is);
    }
    await say(page, { ...forged("resize"), payload: undefined });
    expect(await height()).toBe(640);
  });

  test("brings the beginning of a later step into sight, once", async ({ page, site }) => {
    await openTalker(page, site);
    const frameTop = () =>
      frameOf(page).evaluate((element) => element.parentElement!.getBoundingClientRect().top);
    const scroll = (y: number) => page.evaluate((to) => window.scrollTo(0, to), y);
    const tall = { ...forged("resize"), payload: { height: 3000 } };
    await say(page, tall);
    await scroll(20);
    const inSight = await frameTop();
    await say(page, forged("ready"), forged("ready"), tall);
    expect(await frameTop()).toBe(inSight);
    await scroll(2000);
    await say(page, { ...tall, payload: { height: 2900 } });
    expect(await frameTop()).toBeLessThan(-1000);
    await say(page, forged("ready"));
    expect(await frameTop()).toBeCloseTo(0, 0);
  });

  test("is told once each, and a fault as often as there is one", async ({ page, site }) => {
    await openTalker(page, site);
    const all = ["ready", "authorised", "cancelled", "expired", "error"].map(forged);
    await say(page, ...all, ...all);
    const once = ["onReady", "onAuthorised", "onCancelled", "onExpired"].map((name) => ({ name }));
    const fault = { name: "onError", code: "page_error" };
    expect(await toldTo(page)).toEqual([...once, fault, fault]);
  });
});

test.describe("nobody else is listened to", () => {
  test("not the page itself, nor a window that it opened", async ({ page, scene, site }) => {
    await site.embed({ setupUrl: setupUrl(scene) });
    await expectHeading(page.frameLocator("iframe"), HEADINGS.bank);
    const liar = site
      .at("stranger.example")
      .serve(
        "liar",
        `<script>for (const one of ${FORGED}) opener.postMessage(one, "*"); opener.postMessage("done", "*")</script>`,
      );
    await page.evaluate(
      async ({ messages, liar }) => {
        for (const message of messages) postMessage(message, "*");
        const isDone = new Promise<void>((resolve) =>
          addEventListener("message", ({ data }) => data === "done" && resolve()),
        );
        window.open(liar);
        await isDone;
      },
      { messages: TYPES.map(forged), liar },
    );
    expect(await toldTo(page)).toEqual([{ name: "onReady" }]);
    expect(await frameOf(page).evaluate((element) => element.clientHeight)).not.toBe(3333);
  });

  test("not another frame of the service's own origin", async ({ page, api, provider, scene, site }) => {
    await site.embed({ setupUrl: setupUrl(scene) });
    await expectHeading(page.frameLocator("iframe"), HEADINGS.bank);
    // The second is of the same origin, and says that it is authorised.
    const done = await startedPlan(api, provider);
    ok(await api.authorise(done.id));
    await page.evaluate(
      (src) =>
        new Promise<void>((resolve) => {
          addEventListener("message", ({ data }) => data.type === "authorised" && resolve());
          const sibling = document.body.appendChild(document.createElement("iframe"));
          sibling.src = src;
        }),
      setupUrl(done, { parent_origin: site.origin }),
    );
    expect(await toldTo(page)).toEqual([{ name: "onReady" }]);
  });

  test("not the frame itself once it shows another site", async ({ page, site }) => {
    await openTalker(page, site);
    await say(page, forged("ready"));
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const frame = document.querySelector("iframe")!;
          frame.addEventListener("load", resolve);
          frame.src = src;
        }),
      serveTalker(site),
    );
    await say(page, forged("authorised"), forged("resize"));
    expect(await toldTo(page)).toEqual([{ name: "onReady" }]);
  });
});
