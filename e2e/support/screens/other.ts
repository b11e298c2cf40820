import { endLinksOfKept } from "../browser/kept-mail";
import { expect } from "../browser/test";
import type { Screen } from "./screen";

const at = (path: string, title: string | RegExp, fault?: RegExp): Screen => ({
  name: path,
  title,
  fault,
  open: async ({ page }) => void (await page.goto(path)),
});

const DOCS = / – Provider Checkout Docs$/;
const NOT_FOUND = /status of 404/;

/** What belongs to no student: the start page, the documentation, and what is not there. */
export const OTHER_SCREENS: readonly Screen[] = [
  at("/", /Provider Checkout$|^Courses – /),
  at("/no/such/page", "Page not found – Provider Checkout", NOT_FOUND),
  at("/p/nobody", /not found/i, NOT_FOUND),
  at("/docs", DOCS),
  at("/docs/pay-now", DOCS),
  at("/docs/testing", DOCS),
  at("/docs/states", DOCS),
  at("/docs/errors", DOCS),
  at("/docs/reference", DOCS),
  at("/docs/reference/createCheckout", DOCS),
  at("/docs/reference/events", DOCS),
  at("/docs/problems", DOCS),
  at("/docs/problems/card_declined", DOCS),
  at("/docs/search?q=idempotency", DOCS),
  at("/docs/nothing", DOCS, NOT_FOUND),
];

/** What a stack shows that keeps the mails which it sends. */
export const KEPT_MAIL_SCREENS: readonly Screen[] = [
  at("/sandbox/mail", "Kept emails – Provider Checkout"),
  {
    name: "courses, with the way to a new link",
    title: "Courses – {p}",
    open: async ({ page, provider }) => void (await page.goto(`/p/${provider.code}`)),
  },
  {
    name: "a new link",
    title: "Get a new link – {p}",
    open: async ({ page, provider }) => void (await page.goto(`/p/${provider.code}/link`)),
  },
  {
    name: "a new link, refused",
    title: "Error: Get a new link – {p}",
    open: async ({ page, provider }) => {
      await page.goto(`/p/${provider.code}/link`);
      await page.getByLabel("Email address").fill("amelia@");
      await page.getByRole("button", { name: "Email me a new link" }).click();
      await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    },
  },
  {
    name: "a new link, asked for",
    title: "Check your email – {p}",
    open: async ({ page, provider }) => void (await page.goto(`/p/${provider.code}/link?sent`)),
  },
  {
    name: "a link that has ended, with the way to a new one",
    title: "This link has ended – {p}",
    fault: NOT_FOUND,
    open: async ({ page, student, provider }) => {
      await student.enrol(provider.code, provider.course.name);
      await endLinksOfKept(provider);
      await page.reload();
    },
  },
  {
    name: "an unknown enrolment, with the way to a new link",
    title: "Enrolment not found – Provider Checkout",
    fault: NOT_FOUND,
    open: async ({ page }) => void (await page.goto("/e/nothing")),
  },
];
