import { ok } from "../../support/answer";
import { allReceivedBy, type Received, receivedBy } from "../../support/browser/neighbour";
import * as hosted from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";
import { register } from "../../support/provider";

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
  test("a student authorises, and the page is told", async ({ page, api, baseURL, scene, site }) => {
    const frame = await site.frame(hosted.setupUrl(scene, { parent_origin: site.origin }));
    await hosted.untilScripted(frame);
    await expect.poll(async () => typesOf(await receivedBy(page))).toEqual(new Set(["ready", "resize"]));

    await hosted.continueWith(frame);
    await hosted.authorise(frame);
    await hosted.expectHeading(frame, hosted.HEADINGS.done);
    await expect.poll(async () => typesOf(await receivedBy(page))).toContain("authorised");
    expectOpen(await receivedBy(page), baseURL!);
    expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
  });

  test("the page says how high it is, each time that it changes", async ({ page, scene, site }) => {
    const frame = await site.frame(hosted.setupUrl(scene));
    const saidHeight = async () =>
      (await receivedBy(page)).findLast(({ data }) => data.type === "resize")?.data.payload;
    const bodyHeight = () =>
      frame.locator("body").evaluate((body) => ({ height: Math.ceil(body.getBoundingClientRect().height) }));
    const heights: string[] = [];
    for (const goOn of [
      () => hosted.untilScripted(frame),
      () => hosted.press(frame, "Continue"),
      () => hosted.continueWith(frame),
    ]) {
      await goOn();
      await expect.poll(async () => heights.includes(JSON.stringify(await saidHeight()))).toBe(false);
      await expect(async () => expect(await saidHeight()).toEqual(await bodyHeight())).toPass();
      heights.push(JSON.stringify(await bodyHeight()));
    }
  });

  test("its Return link leaves the frame", async ({ page, api, provider, scene, site }) => {
    const back = site.serve("enrolments", "<h1>Enrolments</h1>");
    await register(provider, { returnUrls: [back] });
    ok(await api.authorise(scene.id));
    const frame = await site.frame(hosted.setupUrl(scene, { return_url: back }));
    await frame.getByRole("link", { name: "Return to Test College" }).click();
    await expect(page).toHaveURL(back);
  });
});

test.describe("who is told", () => {
  test("is no page that the address does not mean", async ({ page, watch, scene, site }) => {
    // Loopback holds the frame, but the messages are the registered site's alone.
    watch.expectFault(/postMessage.*target origin/i);
    const frame = await site.at("127.0.0.1").frame(hosted.setupUrl(scene));
    await hosted.untilScripted(frame);
    expect(await allReceivedBy(page)).toEqual([]);
  });
});
