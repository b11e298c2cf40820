import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { dda } from "../../../drizzle/schema";
import type { Id } from "../../../lib/domain/ids";
import { heading, open, title, words } from "../../support/html-form";
import { until } from "../../support/poll";
import { database, lapse, register } from "../../support/provider";
import { authorisedPlan, confirmedPlan, IN_STATUS, type Scene } from "../../support/scenes";
import { authorise, continueWith, plansAt, setupUrl, stored } from "../../support/setup-page";

const { provider, client, plan } = plansAt("Southern TAFE");
beforeAll(() => register(provider(), { returnUrls: ["https://enrol.example.edu/back"] }));

const RETURN = "https://enrol.example.edu/back?order=1";

/** The link of a checkout that was started, after something happened to it. */
async function after(happens: (scene: Scene) => Promise<unknown>): Promise<Scene> {
  const scene = await plan();
  await happens(scene);
  return scene;
}

describe("a state in which nothing is asked any more has a page of its own", () => {
  it("already authorised: BSB and ending, no form", async () => {
    const page = await open(
      setupUrl("server", await authorisedPlan(client(), provider()), { return_url: RETURN }),
    );
    expect(title(page)).toBe("This direct debit is already authorised – Southern TAFE");
    expect(words(page)).toContain("000-000 ending 456");
    expect(page.text).not.toMatch(/<form|000123456/);
    expect(page.text).toContain(`href="${RETURN}"`);
    expect(words(page)).toContain("Return to Southern TAFE");
  });

  it("already confirmed", async () => {
    const page = await open(setupUrl("server", await confirmedPlan(client(), provider())));
    expect(heading(page)).toBe("This payment plan is already confirmed");
    expect(words(page)).toContain("000-000 ending 456");
    expect(page.text).not.toMatch(/<form|000123456/);
  });

  it.each(["Expired", "Cancelled"] as const)("%s: no bank data, and where to go on", async (status) => {
    const page = await open(setupUrl("server", await IN_STATUS[status](client(), provider())));
    expect(heading(page)).toBe(
      status === "Expired"
        ? "This direct debit request has expired"
        : "This direct debit request was cancelled",
    );
    expect(words(page)).toContain(
      `Go back to Southern TAFE to ${status === "Expired" ? "start again" : "continue"}`,
    );
    expect(page.text).not.toMatch(/<form|ending/);
  });

  it("cancelled after it was authorised: no bank data either", async () => {
    const scene = await authorisedPlan(client(), provider());
    await client().cancel(scene.id);
    const page = await open(setupUrl("server", scene));
    expect(heading(page)).toBe("This direct debit request was cancelled");
    expect(page.text).not.toContain("ending 456");
  });
});

describe("a link", () => {
  it("that is not active is a 404 that tells nothing of anybody", async () => {
    const scene = await plan();
    const good = setupUrl("server", scene);
    const wrong = [
      good.replace(/.$/, (last) => (last === "A" ? "E" : "A")),
      good.replace(/session=.*/, "session=dds_1"),
      good.replace(/\?.*/, ""),
      `${good}&session=other`.replace(/session=dds_[^&]*/, "session="),
    ];
    for (const url of wrong) {
      const page = await open(url);
      expect(page.status).toBe(404);
      expect(title(page)).toBe("This link is no longer active – Provider Checkout");
      expect(heading(page)).toBe("This link is no longer active");
      expect(words(page)).toContain("To get a new link");
      expect(page.text).not.toMatch(/Southern TAFE|Amelia|Bookkeeping|<form/);
    }
  });

  it("changes nothing by being opened", async () => {
    const lapsed = await after((made) => lapse(made.id));
    // The background's own work on it comes first.
    await until("the lapsed checkout is tidied", async () => {
      return (await stored(lapsed)).checkout.checkoutStatus === "Expired";
    });
    for (const scene of [await plan(), lapsed]) {
      const before = await stored(scene);
      for (const method of ["GET", "HEAD", "GET"]) await fetch(setupUrl("server", scene), { method });
      expect(await stored(scene)).toEqual(before);
    }
  });
});

describe("when the checkout ends between the steps", () => {
  it.each([
    ["expires", (scene: Scene) => lapse(scene.id), "This direct debit request has expired"],
    ["is cancelled", (scene: Scene) => client().cancel(scene.id), "This direct debit request was cancelled"],
    [
      "is authorised elsewhere",
      (scene: Scene) => client().authorise(scene.id),
      "This direct debit is already authorised",
    ],
  ])("one that %s shows that state at either step", async (_what, happens, said) => {
    const scene = await plan();
    const first = await open(setupUrl("server", scene));
    const second = await continueWith(first);
    await happens(scene);
    for (const page of [await continueWith(first), await authorise(second)]) {
      expect(heading(page)).toBe(said);
      expect(page.text).not.toMatch(/000123456|name="sealed"/);
    }
  });

  it("a link that was replaced is no longer active, and its form does nothing", async () => {
    const scene = await plan();
    const second = await continueWith(await open(setupUrl("server", scene)));
    await database()
      .update(dda)
      .set({ sessionGeneration: 2 })
      .where(eq(dda.checkoutId, scene.id as Id<"chk">));
    expect((await open(second.url)).status).toBe(404);
    expect(heading(await authorise(second))).toBe("This link is no longer active");
    expect((await stored(scene)).checkout.checkoutStatus).toBe("Awaiting Direct Debit");
  });
});
