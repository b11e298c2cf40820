import { ok } from "../../support/answer";
import { openInStandingTime } from "../../support/browser/clock";
import { toldTo } from "../../support/browser/embed-host";
import { authorise, continueWith, expectHeading, HEADINGS, setupUrl } from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";
import { register } from "../../support/provider";
import { startedPlan } from "../../support/scenes";

const LABEL = "Set up your direct debit";
const linkTo = (url: string) =>
  `<main><h1>Pay your fees</h1><a href="${url.replaceAll("&", "&amp;")}" data-provider-checkout="embed">${LABEL}</a></main>`;

test("a link becomes the frame, once for all scripts", async ({ page, provider, baseURL, scene, site }) => {
  const back = site.serve("done", "<h1>Thank you</h1>");
  await register(provider, { returnUrls: [back] });
  const html = `${site.script}${linkTo(setupUrl(scene, { return_url: back }))}${site.script}<script async src="${baseURL}/embed/v1.js"></script>`;
  await site.open(html);
  await expect(page.locator("iframe")).toHaveCount(1);
  await expect(page.getByRole("link", { name: LABEL })).toBeHidden();
  const frame = page.frameLocator("iframe");
  await continueWith(frame);
  await authorise(frame);
  await expectHeading(frame, HEADINGS.done);
  // A page without a script of its own goes on by the frame's own button.
  await frame.getByRole("link", { name: "Return to Test College" }).click();
  await expect(page).toHaveURL(back);
});

test("an unsafe link stays a link, others become frames", async ({ page, watch, scene, site }) => {
  watch.expectFault(/ProviderCheckout: setupUrl must be an https address/);
  const html = `${linkTo("http://college.example/pay")}${linkTo(setupUrl(scene))}${site.script}`;
  await site.open(html);
  await expectHeading(page.frameLocator("iframe"), HEADINGS.bank);
  await expect(page.getByRole("link", { name: LABEL })).toHaveCount(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the link opens the page, where it is finished", async ({ page, api, scene, site }) => {
    const html = `${linkTo(setupUrl(scene))}${site.script}`;
    await site.open(html);
    await page.getByRole("link", { name: LABEL }).click();
    await continueWith(page);
    await authorise(page);
    await expectHeading(page, HEADINGS.done);
    expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
  });
});

test("two on one page keep apart, also once removed", async ({ page, api, provider, site }) => {
  const [first, second] = [await startedPlan(api, provider), await startedPlan(api, provider)];
  const html = `<main><h1>Pay</h1><div id="a"></div><div id="b"></div></main>
    ${site.script}
    <script>
      window.told = [];
      const show = (container, setupUrl) => ProviderCheckout.embed({
        setupUrl, container, title: container,
        onReady: () => told.push({ name: container + " ready" }),
        onAuthorised: () => told.push({ name: container + " authorised" }),
      });
      window.a = show("#a", ${JSON.stringify(setupUrl(first))});
      window.b = show("#b", ${JSON.stringify(setupUrl(second))});
    </script>`;
  await site.open(html);
  const [a, b] = [page.frameLocator('[title="#a"]'), page.frameLocator('[title="#b"]')];
  await expectHeading(a, HEADINGS.bank);
  await expectHeading(b, HEADINGS.bank);
  await continueWith(b);
  await authorise(b);
  await expectHeading(b, HEADINGS.done);
  const names = async () => (await toldTo(page)).map(({ name }) => name).sort();
  await expect.poll(names).toEqual(["#a ready", "#b authorised", "#b ready"]);

  await page.evaluate(() => {
    const { a } = window as unknown as { a: ProviderCheckout.Embed };
    a.unmount();
    a.unmount();
  });
  await expect(page.locator("iframe")).toHaveCount(1);
  await expect(page.locator("#a > *")).toHaveCount(0);
  expect(await names()).toEqual(["#a ready", "#b authorised", "#b ready"]);
});

test("one that is removed before the frame answered gives up no more", async ({ page, site }) => {
  await openInStandingTime(page);
  const silent = site.at("127.0.0.1").serve("silent", "<h1>Silent</h1>");
  await site.embed({
    setupUrl: silent,
    framed: "http://127.0.0.1:*",
    patience: "as shipped",
  });
  await page.evaluate(() => (window as unknown as { embed: ProviderCheckout.Embed }).embed.unmount());
  await page.clock.runFor(20_000);
  expect(await toldTo(page)).toEqual([]);
});

test("a wrong option is refused by its name, with what it must be", async ({ page, site }) => {
  const html = `<main><h1>Pay</h1><div id="bank"></div></main>${site.script}`;
  await site.open(html);
  const fault = (name: "embed" | "open", options?: object) =>
    page.evaluate(
      ([call, given]) => {
        try {
          ProviderCheckout[call](given as unknown as ProviderCheckout.EmbedOptions & { mode: "tab" });
          return null;
        } catch (error) {
          return `${(error as Error).name}: ${(error as Error).message}`;
        }
      },
      [name, options] as const,
    );
  const good = { setupUrl: "https://checkout.example/api/dd-setup?session=1", container: "#bank" };
  for (const setupUrl of [
    ...[undefined, null, "", "/api/dd-setup?session=1", "http://checkout.example/api/dd-setup?session=1"],
    ...["javascript:alert(1)", "data:text/html,hello", "http://localhost.evil.example/"],
  ])
    for (const call of ["embed", "open"] as const)
      expect(await fault(call, { ...good, setupUrl }), `${call} ${setupUrl}`).toMatch(
        /^TypeError: ProviderCheckout: setupUrl must be an https address: .*direct_debit\.setup_url/,
      );
  expect(await fault("embed")).toMatch(/setupUrl/);
  expect(await fault("open")).toMatch(/setupUrl/);
  for (const container of [undefined, null, "#nowhere", {}])
    expect(await fault("embed", { ...good, container })).toMatch(
      /TypeError: ProviderCheckout: container must be/,
    );
  for (const name of ["onReady", "onAuthorised", "onCancelled", "onExpired", "onError"])
    expect(await fault("embed", { ...good, [name]: "go on" })).toBe(
      `TypeError: ProviderCheckout: ${name} must be a function.`,
    );
  expect(await fault("embed", { ...good, theme: "night" })).toMatch(
    /theme must be "light", "dark" or "auto"/,
  );
  for (const call of ["embed", "open"] as const)
    expect(await fault(call, { ...good, returnUrl: "javascript:alert(1)" })).toMatch(/returnUrl must be/);
  expect(await fault("open", { ...good, mode: "window" })).toMatch(/mode must be "page" or "tab"/);
  await expect(page.locator("#bank > *")).toHaveCount(0);
});

test.describe("open", () => {
  for (const mode of ["page", "tab", undefined] as const)
    test(`leads to the page and back: ${mode ?? "by default"}`, async ({
      page,
      api,
      provider,
      scene,
      site,
    }) => {
      const back = site.serve("done", "<h1>Thank you</h1>");
      await register(provider, { returnUrls: [back] });
      ok(await api.authorise(scene.id));
      const options = { setupUrl: setupUrl(scene), returnUrl: "done", mode };
      const html = `<main><h1>Pay</h1><button>Go on</button></main>${site.script}
        <script>document.querySelector("button").onclick = () => ProviderCheckout.open(${JSON.stringify(options)})</script>`;
      await site.open(html);
      const popup = mode === "tab" ? page.waitForEvent("popup") : null;
      await page.getByRole("button", { name: "Go on" }).click();
      const there = popup ? await popup : page;
      await expectHeading(there, HEADINGS.already);
      if (popup) expect(await there.evaluate(() => window.opener)).toBeNull();
      await there.getByRole("link", { name: "Return to Test College" }).click();
      await expect(there).toHaveURL(back);
    });

  test("stays in the tab where the browser opens no other", async ({ page, scene, site }) => {
    const url = setupUrl(scene);
    const html = `<h1>Pay</h1>${site.script}`;
    await site.open(html);
    await page.evaluate((setupUrl) => {
      // What a browser gives that blocks new windows.
      window.open = () => null;
      ProviderCheckout.open({ setupUrl, mode: "tab" });
    }, url);
    await page.waitForURL(url);
  });
});

test("an isolated page can load the script and show the frame", async ({ page, scene, site }) => {
  const url = setupUrl(scene);
  const isolated = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
  };
  const html = `${linkTo(url)}${site.script}`;
  // Only a page of a secure place can be isolated; this computer counts as one.
  await site.at("127.0.0.1").open(html, isolated);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expectHeading(page.frameLocator("iframe"), HEADINGS.bank);
});
