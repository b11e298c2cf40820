import { ok } from "../../support/answer";
import { allReceivedBy, type Received, receivedBy, test } from "../../support/browser/neighbour";
import {
  authorise,
  continueWith,
  expectHeading,
  HEADINGS,
  press,
  register,
  setupUrl,
  untilScripted,
} from "../../support/browser/setup-page";
import { expect } from "../../support/browser/test";
import { startedPlan } from "../../support/scenes";

const typesOf = (received: Received[]) => new Set(received.map(({ data }) => data.type));

/** Everything was said by the page's own origin, in the words of the contract, and nothing else with it. */
function expectOpen(received: Received[], origin: string): void {
  for (const message of received) {
    expect(message.origin).toBe(origin);
    expect(message.data).toEqual({
      source: "dd-setup",
      version: 1,
      type: expect.stringMatching(/^(ready|resize|authorised|cancelled|expired|error)$/),
      payload: message.data.type === "resize" ? { height: expect.any(Number) } : {},
    });
  }
}

test.describe("in a frame of the provider's registered site", () => {
  test("a student authorises, and the page around the frame is told", async ({
    page,
    api,
    provider,
    neighbour,
    baseURL,
  }) => {
    const origin = neighbour.origin("college.example");
    await register(provider, { allowedOrigins: [origin] });
    const scene = await startedPlan(api, provider);
    const frame = await neighbour.embed(page, "college.example", setupUrl(scene, { parent_origin: origin }));
    await untilScripted(frame);
    await expect.poll(async () => typesOf(await receivedBy(page))).toEqual(new Set(["ready", "resize"]));

    await continueWith(frame);
    await authorise(frame);
    await expectHeading(frame, HEADINGS.done);
    await expect.poll(async () => typesOf(await receivedBy(page))).toContain("authorised");
    expectOpen(await receivedBy(page), baseURL!);
    expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
  });

  test("the page says how high it is, each time that it changes", async ({
    page,
    api,
    provider,
    neighbour,
  }) => {
    const origin = neighbour.origin("college.example");
    await register(provider, { allowedOrigins: [origin] });
    const frame = await neighbour.embed(page, "college.example", setupUrl(await startedPlan(api, provider)));
    const saidHeight = async () =>
      (await receivedBy(page)).findLast(({ data }) => data.type === "resize")?.data.payload;
    const bodyHeight = () =>
      frame.locator("body").evaluate((body) => ({ height: Math.ceil(body.getBoundingClientRect().height) }));
    const heights: string[] = [];
    for (const goOn of [
      () => untilScripted(frame),
      () => press(frame, "Continue"),
      () => continueWith(frame),
    ]) {
      await goOn();
      await expect.poll(async () => heights.includes(JSON.stringify(await saidHeight()))).toBe(false);
      await expect(async () => expect(await saidHeight()).toEqual(await bodyHeight())).toPass();
      heights.push(JSON.stringify(await bodyHeight()));
    }
  });

  test("the page leaves out its own chrome, and keeps it as a page of its own", async ({
    page,
    api,
    provider,
    neighbour,
  }) => {
    await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
    const url = setupUrl(await startedPlan(api, provider));
    const frame = await neighbour.embed(page, "college.example", url);
    await expect(frame.getByText("Test environment")).toBeHidden();
    await expect(frame.getByRole("banner")).toHaveCount(0);
    await expectHeading(frame, HEADINGS.bank);

    await page.goto(url);
    await untilScripted(page);
    await expect(page.getByText("Test environment")).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
  });

  test("its Return link leaves the frame", async ({ page, api, provider, neighbour }) => {
    const origin = neighbour.origin("college.example");
    const back = origin + neighbour.serve("enrolments", "<h1>Enrolments</h1>");
    await register(provider, { allowedOrigins: [origin], returnUrls: [back] });
    const scene = await startedPlan(api, provider);
    ok(await api.authorise(scene.id));
    const frame = await neighbour.embed(page, "college.example", setupUrl(scene, { return_url: back }));
    await frame.getByRole("link", { name: "Return to Test College" }).click();
    await expect(page).toHaveURL(back);
  });
});

test.describe("who is told", () => {
  test("is the one registered site, where the address names none", async ({
    page,
    api,
    provider,
    neighbour,
    baseURL,
  }) => {
    await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
    await neighbour.embed(page, "college.example", setupUrl(await startedPlan(api, provider)));
    await expect.poll(async () => typesOf(await receivedBy(page))).toContain("ready");
    expectOpen(await receivedBy(page), baseURL!);
  });

  test("is nobody, where no site is registered and the address names none", async ({
    page,
    api,
    provider,
    neighbour,
  }) => {
    // Loopback may always hold a sandbox's page in a frame.
    const frame = await neighbour.embed(page, "127.0.0.1", setupUrl(await startedPlan(api, provider)));
    await untilScripted(frame);
    await continueWith(frame);
    await expectHeading(frame, HEADINGS.check);
    expect(await allReceivedBy(page)).toEqual([]);
  });

  test("is nobody, where several sites are registered and the address names none", async ({
    page,
    api,
    provider,
    neighbour,
  }) => {
    const origins = [neighbour.origin("college.example"), "https://other.example"];
    await register(provider, { allowedOrigins: origins });
    const frame = await neighbour.embed(page, "college.example", setupUrl(await startedPlan(api, provider)));
    await untilScripted(frame);
    expect(await allReceivedBy(page)).toEqual([]);
  });

  test("is nobody, where the address names a site that is not registered", async ({
    page,
    api,
    provider,
    neighbour,
  }) => {
    await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
    const stranger = neighbour.origin("stranger.example");
    const url = setupUrl(await startedPlan(api, provider), { parent_origin: stranger });
    const frame = await neighbour.embed(page, "college.example", url);
    await untilScripted(frame);
    await press(frame, "Continue");
    await expect(frame.getByText("There is a problem")).toBeVisible();
    expect(await allReceivedBy(page)).toEqual([]);
  });

  test("is nobody else: a page under another name that the address does not mean hears nothing", async ({
    page,
    api,
    provider,
    neighbour,
    watch,
  }) => {
    // Loopback holds the frame, but the messages are the registered site's alone.
    watch.expectFault(/postMessage.*target origin/i);
    await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
    const frame = await neighbour.embed(page, "127.0.0.1", setupUrl(await startedPlan(api, provider)));
    await untilScripted(frame);
    expect(await allReceivedBy(page)).toEqual([]);
  });
});

test("a site that is not registered cannot hold the page in a frame", async ({
  page,
  api,
  provider,
  neighbour,
  watch,
}) => {
  watch.expectFault(/frame-ancestors/);
  await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
  const url = setupUrl(await startedPlan(api, provider));
  const frame = await neighbour.embed(page, "stranger.example", url);
  await expect.poll(() => watch.faults.join()).toMatch(/frame-ancestors/);
  await expect(frame.getByRole("heading", { level: 1 })).toHaveCount(0);
  await expect(frame.getByRole("textbox")).toHaveCount(0);
  expect(await receivedBy(page)).toEqual([]);
  // The same page, in the same browser, where it may be.
  await expectHeading(await neighbour.embed(page, "college.example", url), HEADINGS.bank);
});
