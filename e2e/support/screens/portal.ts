import { TEST_CARDS } from "../../../lib/domain/test-cards";
import { endLinks, makeEnrolment, planAuthorised, planBegun } from "../browser/enrolment";
import { expect } from "../browser/test";
import { lapse } from "../provider";
import type { Screen, Visit } from "./screen";

const problem = (visit: Visit) => visit.page.getByRole("heading", { name: "There is a problem" });

async function refused(visit: Visit, button: string): Promise<void> {
  await visit.page.getByRole("button", { name: button }).click();
  await expect(problem(visit)).toBeVisible();
}

async function openEnrolment(visit: Visit, chosen?: "card" | "plan"): Promise<void> {
  await visit.page.goto((await makeEnrolment(visit.provider, chosen)).home);
}

/** The card page while its payment is on its way, for as long as the test looks. */
async function paying(visit: Visit): Promise<void> {
  await openEnrolment(visit, "card");
  await visit.page.route("**/card", (route) =>
    route.request().method() === "POST" ? new Promise<void>(() => {}) : route.continue(),
  );
  await visit.student.payWith();
  await expect(visit.page.getByRole("button", { name: "Processing…" })).toBeDisabled();
}

const CARD = "Pay by card – {p}";
const PAY = "How to pay – {p}";
const DONE = "You are enrolled – {p}";

/** Every screen of the portal in each of its states, in the order in which a student meets them. */
export const PORTAL_SCREENS: readonly Screen[] = [
  {
    name: "courses",
    title: "Courses – {p}",
    open: async ({ page, provider }) => void (await page.goto(`/p/${provider.code}`)),
  },
  {
    name: "terms",
    title: "Terms and Conditions – {p}",
    open: async ({ page, provider }) => void (await page.goto(`/p/${provider.code}/terms`)),
  },
  ...[
    ["privacy", "Privacy policy"],
    ["refunds", "Refund policy"],
  ].map(
    ([page, title]): Screen => ({
      name: page!,
      title: `${title} – {p}`,
      open: async (visit) => void (await visit.page.goto(`/p/${visit.provider.code}/${page}`)),
    }),
  ),
  {
    name: "details",
    title: "Your details – {p}",
    open: ({ student, provider }) => student.enrol(provider.code, provider.course.name),
  },
  {
    name: "details, refused",
    title: "Error: Your details – {p}",
    open: async (visit) => {
      await visit.student.enrol(visit.provider.code, visit.provider.course.name);
      await visit.page.getByLabel("Email address").fill("amelia@");
      await refused(visit, "Continue");
    },
  },
  { name: "how to pay", title: PAY, open: (visit) => openEnrolment(visit) },
  {
    name: "how to pay, nothing chosen",
    title: `Error: ${PAY}`,
    open: async (visit) => {
      await openEnrolment(visit);
      await refused(visit, "Continue");
    },
  },
  {
    name: "how to pay, a plan of 104 payments",
    title: PAY,
    open: async (visit) => {
      await openEnrolment(visit, "plan");
      await visit.student.byOtherPlan().check();
      await visit.page.getByLabel("Number of payments").fill("104");
      await visit.page.getByText("Show all 104").click();
      await expect(visit.page.getByRole("row")).toHaveCount(106);
    },
  },
  {
    name: "how to pay, a plan refused",
    title: `Error: ${PAY}`,
    open: async (visit) => {
      await openEnrolment(visit, "plan");
      await visit.student.byOtherPlan().check();
      await visit.page.getByLabel("Number of payments").fill("0");
      await visit.page.getByLabel("First payment date").fill("2020-01-01");
      await refused(visit, "Continue");
    },
  },
  {
    name: "card, its test cards unfolded",
    title: CARD,
    open: async (visit) => {
      await openEnrolment(visit, "card");
      await expect(visit.student.pay()).toBeEnabled();
      await visit.page.getByText("Cards that do something else").click();
    },
  },
  {
    name: "card, refused",
    title: `Error: ${CARD}`,
    open: async (visit) => {
      await openEnrolment(visit, "card");
      await refused(visit, "Pay $1,500.00");
    },
  },
  {
    name: "card, declined",
    title: `Error: ${CARD}`,
    open: async (visit) => {
      await openEnrolment(visit, "card");
      await visit.student.payWith({ number: TEST_CARDS.declined_insufficient_funds.number });
      await expect(visit.page.getByText("You have not been charged.")).toBeVisible();
    },
  },
  { name: "card, processing", title: CARD, open: paying },
  {
    name: "card, still working",
    title: CARD,
    open: async (visit) => {
      await visit.page.clock.install();
      await paying(visit);
      await visit.page.clock.fastForward(11_000);
      await expect(visit.page.getByText("Still working. Keep this page open.")).toBeVisible();
    },
  },
  {
    name: "card, without its capture script",
    title: CARD,
    fault: /net::ERR_FAILED .*capture\/v1\.js/,
    open: async (visit) => {
      await visit.page.route("**/capture/v1.js", (route) => route.abort());
      await openEnrolment(visit, "card");
      await expect(visit.page.getByText("The card form could not be loaded.")).toBeVisible();
    },
  },
  {
    name: "checking",
    title: "Checking your payment – {p}",
    open: async (visit) => {
      await openEnrolment(visit, "card");
      await visit.page.route("**/status", (route) => route.fulfill({ json: { step: "checking" } }));
      await visit.student.payWith({ number: TEST_CARDS.answer_lost.number });
      await visit.student.at("checking");
    },
  },
  {
    name: "done, paid by card",
    title: DONE,
    open: async (visit) => {
      await openEnrolment(visit, "card");
      await visit.student.payWith();
      await visit.student.seesPaid();
    },
  },
  {
    name: "bank authority",
    title: "Authorise your bank account – {p}",
    open: async ({ page, student, api, provider }) => {
      await page.goto((await planBegun(api, provider)).home);
      await expect(student.bank().getByRole("button", { name: "Fill test account" })).toBeVisible();
    },
  },
  {
    name: "bank authority, the debits to check",
    title: "Authorise your bank account – {p}",
    open: async ({ page, student, api, provider }) => {
      await page.goto((await planBegun(api, provider)).home);
      await student.giveAccount();
      await expect(student.bank().getByRole("button", { name: "Authorise direct debit" })).toBeVisible();
    },
  },
  {
    name: "review, all unfolded",
    title: "Review and confirm – {p}",
    open: async ({ page, api, provider }) => {
      await page.goto((await planAuthorised(api, provider)).home);
      for (const summary of await page.locator("main summary:visible").all()) await summary.click();
    },
  },
  {
    name: "review, refused",
    title: "Error: Review and confirm – {p}",
    open: async (visit) => {
      await visit.page.goto((await planAuthorised(visit.api, visit.provider)).home);
      await refused(visit, "Confirm enrolment and payment plan");
    },
  },
  {
    name: "done, plan signed",
    title: DONE,
    open: async ({ page, student, api, provider }) => {
      await page.goto((await planAuthorised(api, provider)).home);
      await student.sign();
      await student.seesSigned();
    },
  },
  {
    name: "the signed agreement as a page",
    title: "Payment Plan Agreement – {p}",
    open: async ({ page, student, api, provider }) => {
      const { home } = await planAuthorised(api, provider);
      await page.goto(home);
      await student.sign();
      await student.seesSigned();
      await page.goto(`${home}/agreement/page`);
    },
  },
  {
    name: "a plan under way, its payments to change",
    title: PAY,
    open: async ({ page, api, provider }) =>
      void (await page.goto(`${(await planAuthorised(api, provider)).home}/pay`)),
  },
  {
    name: "expired",
    title: "Your payment plan has expired – {p}",
    open: async ({ page, api, provider }) => {
      const { home, checkoutId } = await planBegun(api, provider);
      await lapse(checkoutId);
      await page.goto(home);
    },
  },
  {
    name: "cancelled",
    title: "Your payment plan was cancelled – {p}",
    open: async ({ page, api, provider }) => {
      const { home, checkoutId } = await planBegun(api, provider);
      await api.cancel(checkoutId);
      await page.goto(home);
    },
  },
  {
    name: "a link that has ended",
    title: "This link has ended – {p}",
    fault: /status of 404/,
    open: async ({ page, provider }) => {
      const { home } = await makeEnrolment(provider);
      await endLinks(home);
      await page.goto(home);
    },
  },
  {
    name: "a new link, where none is sent",
    title: "Get a new link – {p}",
    open: async ({ page, provider }) => void (await page.goto(`/p/${provider.code}/link`)),
  },
  {
    name: "an unknown enrolment",
    title: "Enrolment not found – Provider Checkout",
    fault: /status of 404/,
    open: async ({ page }) => void (await page.goto("/e/nothing")),
  },
];
