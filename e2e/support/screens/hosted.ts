import { eq } from "drizzle-orm";
import { checkout, dda } from "../../../drizzle/schema";
import { SUBMISSIONS_AN_HOUR } from "../../../lib/db/setup";
import type { Id } from "../../../lib/domain/ids";
import * as hosted from "../browser/setup-page";
import { expect } from "../browser/test";
import { database, register } from "../provider";
import { authorisedPlan, confirmedPlan, IN_STATUS, startedPlan } from "../scenes";
import { at, NOT_FOUND, type Screen, screen, type Visit } from "./screen";

/** Long words are what makes a narrow page scroll. */
const course = { course_name: "Certificate of Electroencephalographically Assisted Neurophysiotherapeutics" };

const START = "Set up a Direct Debit Request – {p}";
const CHECK = "Check your details and authorise – {p}";

async function begin({ page, api, provider }: Visit): Promise<void> {
  await hosted.openSetup(page, await startedPlan(api, provider, { course }));
}

async function toCheck(visit: Visit): Promise<void> {
  await begin(visit);
  await hosted.continueWith(visit.page, { accountName: "Wolfeschlegelsteinhausenbergerdo" });
  await hosted.expectHeading(visit.page, hosted.HEADINGS.check);
}

const problem = ({ page }: Visit) =>
  expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();

/** Every step and state of the hosted direct-debit page, and the page in a provider's frame. */
export const HOSTED_SCREENS: readonly Screen[] = [
  { name: "hosted, first step", title: START, open: begin },
  screen("hosted, first step refused", `Error: ${START}`, async (visit) => {
    await begin(visit);
    await hosted.press(visit.page, "Continue");
    await problem(visit);
  }),
  screen("hosted, a BSB asked about once more", `Error: ${START}`, async (visit) => {
    await begin(visit);
    await hosted.continueWith(visit.page, { bsb: "999999" });
    await problem(visit);
  }),
  screen("hosted, the tries of an hour used up", `Error: ${START}`, async ({ page, api, provider }) => {
    const scene = await startedPlan(api, provider, { course });
    await hosted.openSetup(page, scene);
    const submittedAt = Array.from({ length: SUBMISSIONS_AN_HOUR }, () => new Date());
    await database()
      .update(dda)
      .set({ submittedAt })
      .where(eq(dda.checkoutId, scene.id as Id<"chk">));
    await hosted.continueWith(page);
    await expect(page.getByText(/try again after \d/)).toBeVisible();
  }),
  screen(
    "hosted, a fault of ours",
    "Something went wrong on our side – Provider Checkout",
    async ({ page, api, provider }) => {
      const scene = await startedPlan(api, provider);
      await database()
        .update(checkout)
        .set({ schedule: [] })
        .where(eq(checkout.id, scene.id as Id<"chk">));
      await page.goto(hosted.setupUrl(scene));
    },
    { fault: /status of 500/ },
  ),
  screen(
    "hosted, no answer",
    /Set up a Direct Debit Request – /,
    async (visit) => {
      await begin(visit);
      await visit.page.route("**/api/dd-setup**", (route) => route.abort("connectionfailed"));
      await hosted.continueWith(visit.page);
      await expect(visit.page.getByText("We could not reach the server.")).toBeVisible();
    },
    { fault: /ERR_CONNECTION_FAILED/ },
  ),
  screen("hosted, not alone", `${hosted.HEADINGS.stop} – {p}`, async (visit) => {
    await begin(visit);
    await hosted.continueWith(visit.page, { alone: "No" });
    await hosted.expectHeading(visit.page, hosted.HEADINGS.stop);
  }),
  screen("hosted, second step unfolded", CHECK, async (visit) => {
    await toCheck(visit);
    for (const summary of await visit.page.locator("main summary").all()) await summary.click();
  }),
  screen("hosted, second step refused", `Error: ${CHECK}`, async (visit) => {
    await toCheck(visit);
    await hosted.press(visit.page, "Authorise direct debit");
    await problem(visit);
  }),
  screen("hosted, done", `${hosted.HEADINGS.done} – {p}`, async (visit) => {
    await toCheck(visit);
    await hosted.authorise(visit.page);
    await hosted.expectHeading(visit.page, hosted.HEADINGS.done);
  }),
  at("hosted, already authorised", `${hosted.HEADINGS.already} – {p}`, async ({ api, provider }) =>
    hosted.setupUrl(await authorisedPlan(api, provider)),
  ),
  at("hosted, already confirmed", "This payment plan is already confirmed – {p}", async ({ api, provider }) =>
    hosted.setupUrl(await confirmedPlan(api, provider)),
  ),
  at("hosted, expired", "This direct debit request has expired – {p}", async ({ api, provider }) =>
    hosted.setupUrl(await IN_STATUS.Expired(api, provider)),
  ),
  at("hosted, cancelled", "This direct debit request was cancelled – {p}", async ({ api, provider }) =>
    hosted.setupUrl(await IN_STATUS.Cancelled(api, provider)),
  ),
  at(
    "hosted, link not active",
    "This link is no longer active – Provider Checkout",
    "/api/dd-setup?session=nothing",
    NOT_FOUND,
  ),
  ...(["first step", "second step refused", "done"] as const).map(
    (state): Screen => ({
      name: `hosted in a frame, ${state}`,
      title: "payment",
      open: async ({ page, api, provider, neighbour }) => {
        await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
        const url = hosted.setupUrl(await startedPlan(api, provider, { course }));
        const frame = await neighbour.embed(page, "college.example", url);
        await hosted.untilScripted(frame);
        if (state === "first step") return;
        await hosted.continueWith(frame);
        await hosted.expectHeading(frame, hosted.HEADINGS.check);
        if (state === "done") {
          await hosted.authorise(frame);
          await hosted.expectHeading(frame, hosted.HEADINGS.done);
        } else {
          await hosted.press(frame, "Authorise direct debit");
          await expect(frame.getByRole("heading", { name: "There is a problem" })).toBeVisible();
        }
      },
    }),
  ),
];
