import { CALLS_AN_HOUR } from "../../../lib/db/insert-checkout";
import { TEST_CARDS } from "../../../packages/cards/test-cards";
import { endLinks, mailedLinkTo, makeEnrolment } from "../browser/enrolment";
import { expect } from "../browser/test";
import { payNow } from "../scenes";
import { PLAN_SCREENS } from "./plan";
import { at, DONE, NOT_FOUND, PAY, refused, type Screen, type Visit } from "./screen";

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

async function paid(visit: Visit): Promise<void> {
  await openEnrolment(visit, "card");
  await visit.student.payWith();
  await visit.student.seesPaid();
}

const CARD = "Pay by card – {p}";

/** Every screen of the portal in each of its states, in the order in which a student meets them. */
export const PORTAL_SCREENS: readonly Screen[] = [
  at("courses", "Courses – {p}", "/p/{p}"),
  at("terms", "Terms and Conditions – {p}", "/p/{p}/terms"),
  at("privacy", "Privacy policy – {p}", "/p/{p}/privacy"),
  at("refunds", "Refund policy – {p}", "/p/{p}/refunds"),
  {
    name: "details",
    title: "Your details – {p}",
    open: ({ student, provider }) => student.enrol(provider.code, provider.course.name),
  },
  ...Object.entries({
    "details, refused": "amelia@",
    "details, an email address asked about": "amelia.nguyen@gmial.com",
  }).map(
    ([name, email]): Screen => ({
      name,
      title: "Error: Your details – {p}",
      open: async (visit) => {
        await visit.student.enrol(visit.provider.code, visit.provider.course.name);
        await visit.page.getByLabel("Email address").fill(email);
        await refused(visit, "Continue");
      },
    }),
  ),
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
    from: "Last debit",
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
  {
    name: "card, the tries of an hour used up",
    title: `Error: ${CARD}`,
    open: async (visit) => {
      const { home, reference } = await makeEnrolment(visit.provider, "card");
      for (let call = 0; call < CALLS_AN_HOUR; call++)
        await payNow(visit.api, visit.provider, "declined_insufficient_funds", {
          provider: { provider_order_id: reference },
        });
      await visit.page.goto(home);
      await visit.student.payWith();
      await expect(visit.page.getByText(/Try again after \d/)).toBeVisible();
    },
  },
  {
    name: "card, after a plan in another window",
    title: CARD,
    isTold: true,
    open: async (visit) => {
      await visit.page.goto(`${(await makeEnrolment(visit.provider, "card")).home}/card?undone=plan`);
      await expect(visit.page.getByText("The payment plan was not signed.")).toBeVisible();
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
    open: paid,
  },
  {
    name: "done, the receipt being made",
    title: DONE,
    open: async (visit) => {
      await paid(visit);
      await visit.page.route("**/receipt", () => {});
      await visit.page.goto(`${visit.page.url()}?receipt=being_made`);
      await expect(visit.page.getByText("We are finishing your receipt")).toBeVisible();
    },
  },
  ...PLAN_SCREENS,
  at("an emailed link, before its button is pressed", "Continue your enrolment – {p}", async ({ provider }) =>
    mailedLinkTo((await makeEnrolment(provider)).home),
  ),
  at(
    "a link that has ended",
    "This link has ended – {p}",
    async ({ provider }) => {
      const { home } = await makeEnrolment(provider);
      await endLinks(home);
      return home;
    },
    NOT_FOUND,
  ),
  at("a new link, where none is sent", "Get a new link – {p}", "/p/{p}/link"),
  at("an unknown enrolment", "Enrolment not found – Provider Checkout", "/e/nothing", NOT_FOUND),
];
