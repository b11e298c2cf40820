import { CALLS_AN_HOUR } from "../../../lib/db/gateway-calls";
import { TEST_CARDS } from "../../../packages/cards/test-cards";
import { endLinks, mailedLinkTo, makeEnrolment } from "../browser/enrolment";
import { expect } from "../browser/test";
import { payNow } from "../scenes";
import { PLAN_SCREENS } from "./plan";
import { at, DONE, NOT_FOUND, PAY, refused, type Screen, screen, type Visit } from "./screen";

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
  screen("details", "Your details – {p}", ({ student, provider }) =>
    student.enrol(provider.code, provider.course.name),
  ),
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
  screen("how to pay, nothing chosen", `Error: ${PAY}`, async (visit) => {
    await openEnrolment(visit);
    await refused(visit, "Continue");
  }),
  screen(
    "how to pay, a plan of 104 payments",
    PAY,
    async (visit) => {
      await openEnrolment(visit, "plan");
      await visit.student.byOtherPlan().check();
      await visit.page.getByLabel("Number of payments").fill("104");
      await visit.page.getByText("Show all 104").click();
      await expect(visit.page.getByRole("row")).toHaveCount(106);
    },
    { from: "Last debit" },
  ),
  screen("how to pay, a plan refused", `Error: ${PAY}`, async (visit) => {
    await openEnrolment(visit, "plan");
    await visit.student.byOtherPlan().check();
    await visit.page.getByLabel("Number of payments").fill("0");
    await visit.page.getByLabel("First payment date").fill("2020-01-01");
    await refused(visit, "Continue");
  }),
  screen("card, its test cards unfolded", CARD, async (visit) => {
    await openEnrolment(visit, "card");
    await expect(visit.student.pay()).toBeEnabled();
    await visit.page.getByText("Cards that do something else").click();
  }),
  screen("card, refused", `Error: ${CARD}`, async (visit) => {
    await openEnrolment(visit, "card");
    await refused(visit, "Pay $1,500.00");
  }),
  screen("card, declined", `Error: ${CARD}`, async (visit) => {
    await openEnrolment(visit, "card");
    await visit.student.payWith({ number: TEST_CARDS.declined_insufficient_funds.number });
    await expect(visit.page.getByText("You have not been charged.")).toBeVisible();
  }),
  screen("card, the tries of an hour used up", `Error: ${CARD}`, async (visit) => {
    const { home, reference } = await makeEnrolment(visit.provider, "card");
    for (let call = 0; call < CALLS_AN_HOUR; call++)
      await payNow(visit.api, visit.provider, "declined_insufficient_funds", {
        provider: { provider_order_id: reference },
      });
    await visit.page.goto(home);
    await visit.student.payWith();
    await expect(visit.page.getByText(/Try again after \d/)).toBeVisible();
  }),
  screen(
    "card, after a plan in another window",
    CARD,
    async (visit) => {
      await visit.page.goto(`${(await makeEnrolment(visit.provider, "card")).home}/card?undone=plan`);
      await expect(visit.page.getByText("The payment plan was not signed.")).toBeVisible();
    },
    { isTold: true },
  ),
  { name: "card, processing", title: CARD, open: paying },
  screen("card, still working", CARD, async (visit) => {
    await visit.page.clock.install();
    await paying(visit);
    await visit.page.clock.fastForward(11_000);
    await expect(visit.page.getByText("Still working. Keep this page open.")).toBeVisible();
  }),
  screen(
    "card, without its capture script",
    CARD,
    async (visit) => {
      await visit.page.route("**/capture/v1.js", (route) => route.abort());
      await openEnrolment(visit, "card");
      await expect(visit.page.getByText("The card form could not be loaded.")).toBeVisible();
    },
    { fault: /net::ERR_FAILED .*capture\/v1\.js/ },
  ),
  screen("checking", "Checking your payment – {p}", async (visit) => {
    await openEnrolment(visit, "card");
    await visit.page.route("**/status", (route) => route.fulfill({ json: { step: "checking" } }));
    await visit.student.payWith({ number: TEST_CARDS.answer_lost.number });
    await visit.student.at("checking");
  }),
  screen("done, paid by card", DONE, paid),
  screen("done, the receipt being made", DONE, async (visit) => {
    await paid(visit);
    await visit.page.route("**/receipt", () => {});
    await visit.page.goto(`${visit.page.url()}?receipt=being_made`);
    await expect(visit.page.getByText("We are finishing your receipt")).toBeVisible();
  }),
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
