import type { Screen } from "./screen";

const at = (path: string, title: string | RegExp, fault?: RegExp): Screen => ({
  name: path,
  title,
  fault,
  open: async ({ page }) => void (await page.goto(path)),
});

const DOCS = / – Provider Checkout Docs$/;
const NOT_FOUND = /status of 404/;

/** What belongs to no student: the start page, the documentation, the design system, and what is not there. */
export const OTHER_SCREENS: readonly Screen[] = [
  at("/", /Provider Checkout$|^Courses – /),
  at("/no/such/page", "Page not found – Provider Checkout", NOT_FOUND),
  at("/p/nobody", /not found/i, NOT_FOUND),
  at("/design", "Design system – Provider Checkout"),
  at("/docs", DOCS),
  at("/docs/pay-now", DOCS),
  at("/docs/testing", DOCS),
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
export const KEPT_MAIL_SCREENS: readonly Screen[] = [at("/sandbox/mail", "Kept emails – Provider Checkout")];
