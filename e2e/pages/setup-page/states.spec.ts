import { ok } from "../../support/answer";
import { confirmBody } from "../../support/bodies";
import { receivedBy, test } from "../../support/browser/neighbour";
import {
  authorise,
  continueWith,
  expectHeading,
  HEADINGS,
  openSetup,
  press,
  register,
  setupUrl,
  untilScripted,
} from "../../support/browser/setup-page";
import { expect } from "../../support/browser/test";
import { authorisedPlan, confirmedPlan, IN_STATUS, type Scene, startedPlan } from "../../support/scenes";

const STATES = [
  {
    name: "already authorised",
    arrange: authorisedPlan,
    heading: HEADINGS.already,
    shows: /ending 456/,
    says: "authorised",
  },
  {
    name: "already confirmed",
    arrange: confirmedPlan,
    heading: "This payment plan is already confirmed",
    shows: /ending 456/,
    says: "authorised",
  },
  {
    name: "expired",
    arrange: IN_STATUS.Expired,
    heading: "This direct debit request has expired",
    shows: /start again, or contact them at office@example\.com/,
    says: "expired",
  },
  {
    name: "cancelled",
    arrange: IN_STATUS.Cancelled,
    heading: "This direct debit request was cancelled",
    shows: /continue, or contact them at office@example\.com/,
    says: "cancelled",
  },
] as const;

for (const { name, arrange, heading, shows, says } of STATES) {
  test.describe(name, () => {
    test("has a page of its own, which asks for nothing and leads on", async ({ page, api, provider }) => {
      const scene = await arrange(api, provider);
      await page.goto(setupUrl(scene));
      await expectHeading(page, heading);
      await expect(page).toHaveTitle(`${heading} – Test College`);
      await expect(page.getByRole("main")).toContainText(shows);
      await expect(page.locator("form, input, button")).toHaveCount(0);
    });

    test(`tells the page around its frame: ${says}`, async ({ page, api, provider, neighbour }) => {
      await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
      const scene = await arrange(api, provider);
      const frame = await neighbour.embed(page, "college.example", setupUrl(scene));
      await expectHeading(frame, heading);
      const said = async () =>
        (await receivedBy(page)).map(({ data }) => data.type).filter((type) => type !== "resize");
      await expect.poll(said).toEqual(["ready", says]);
    });
  });
}

test.describe("a link that is not active", () => {
  /** The link with another last letter. */
  const altered = (scene: Scene) => setupUrl(scene).replace(/.$/, (last) => (last === "A" ? "B" : "A"));

  test("has a page of its own, which tells nothing of anybody", async ({ page, api, provider, watch }) => {
    watch.expectFault(/status of 404/);
    const scene = await startedPlan(api, provider);
    const answer = (await page.goto(altered(scene)))!;
    expect(answer.status()).toBe(404);
    await expectHeading(page, "This link is no longer active");
    await expect(page).toHaveTitle("This link is no longer active – Provider Checkout");
    await expect(page.locator("form, input")).toHaveCount(0);
    const source = (await answer.text()) + (await page.content());
    await expect(page.getByRole("contentinfo")).toHaveText("Enrolment and payments by Provider Checkout");
    for (const personal of [provider.name, provider.code, scene.orderId, scene.id, "Amelia", "Bookkeeping"])
      expect(source).not.toContain(personal);
  });

  test("is drawn without a script too", async ({ openContext, api, provider, watch }) => {
    watch.expectFault(/status of 404/);
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    await page.goto(altered(await startedPlan(api, provider)));
    await expectHeading(page, "This link is no longer active");
  });
});

test.describe("a state that comes while the page is open", () => {
  test("a second tab, sent after the first authorised, sees that it is done", async ({
    context,
    page,
    api,
    provider,
  }) => {
    const scene = await startedPlan(api, provider);
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await tab.goto(setupUrl(scene));
      await untilScripted(tab);
      await continueWith(tab);
    }
    await authorise(page);
    await expectHeading(page, HEADINGS.done);
    await authorise(second);
    await expectHeading(second, HEADINGS.already);
    await expect(second.getByRole("main")).toContainText("ending 456");
    expect((await api.status(scene.id)).body.timeline).toHaveLength(2);
  });

  test("a plan that was confirmed elsewhere is shown as confirmed", async ({ page, api, provider }) => {
    const scene = await startedPlan(api, provider);
    await openSetup(page, scene);
    ok(await api.authorise(scene.id));
    await api.confirm(scene.id, confirmBody(scene.answer.body));
    await continueWith(page);
    await expectHeading(page, "This payment plan is already confirmed");
  });

  test("a plan that was cancelled between the steps is not authorised, and the page around is told", async ({
    page,
    api,
    provider,
    neighbour,
  }) => {
    await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
    const scene = await startedPlan(api, provider);
    const frame = await neighbour.embed(page, "college.example", setupUrl(scene));
    await untilScripted(frame);
    await continueWith(frame);
    await expectHeading(frame, HEADINGS.check);
    ok(await api.cancel(scene.id));
    await frame.getByRole("checkbox").check();
    await press(frame, "Authorise direct debit");
    await expectHeading(frame, "This direct debit request was cancelled");
    await expect
      .poll(async () => (await receivedBy(page)).map(({ data }) => data.type))
      .toContain("cancelled");
    expect((await api.status(scene.id)).body.checkout_status).toBe("Cancelled");
  });
});
