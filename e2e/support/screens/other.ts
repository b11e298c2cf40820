import { endLinksOfKept } from "../browser/kept-mail";
import { expect } from "../browser/test";
import { at, NOT_FOUND, type Screen, screen } from "./screen";

const named = (path: string, title: string | RegExp, fault?: RegExp) => at(path, title, path, fault);

const DOCS = / – Provider Checkout Docs$/;

/** What belongs to no student: the start page, the documentation, and what is not there. */
export const OTHER_SCREENS: readonly Screen[] = [
  named("/", /Provider Checkout$|^Courses – /),
  named("/no/such/page", "Page not found – Provider Checkout", NOT_FOUND),
  named("/p/nobody", /not found/i, NOT_FOUND),
  named("/docs", DOCS),
  named("/docs/pay-now", DOCS),
  named("/docs/testing", DOCS),
  named("/docs/states", DOCS),
  named("/docs/errors", DOCS),
  named("/docs/reference", DOCS),
  named("/docs/reference/createCheckout", DOCS),
  named("/docs/reference/events", DOCS),
  named("/docs/problems", DOCS),
  named("/docs/problems/card_declined", DOCS),
  named("/docs/nothing", DOCS, NOT_FOUND),
];

/** What a stack shows that keeps the mails which it sends. */
export const KEPT_MAIL_SCREENS: readonly Screen[] = [
  named("/sandbox/mail", "Kept emails – Provider Checkout"),
  at("courses, with the way to a new link", "Courses – {p}", "/p/{p}"),
  at("a new link", "Get a new link – {p}", "/p/{p}/link"),
  screen("a new link, refused", "Error: Get a new link – {p}", async ({ page, provider }) => {
    await page.goto(`/p/${provider.code}/link`);
    await page.getByLabel("Email address").fill("amelia@");
    await page.getByRole("button", { name: "Email me a new link" }).click();
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  }),
  at("a new link, asked for", "Check your email – {p}", "/p/{p}/link?sent"),
  screen(
    "a link that has ended, with the way to a new one",
    "This link has ended – {p}",
    async ({ page, student, provider }) => {
      await student.enrol(provider.code, provider.course.name);
      await endLinksOfKept(provider);
      await page.reload();
    },
    { fault: NOT_FOUND },
  ),
  at(
    "an unknown enrolment, with the way to a new link",
    "Enrolment not found – Provider Checkout",
    "/e/nothing",
    NOT_FOUND,
  ),
];
