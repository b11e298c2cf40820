import type { By, CheckoutDeps } from "../checkout/context";

/** What the page's use cases work with: the API's own. */
export type SetupDeps = CheckoutDeps;

/** Who sent a form, as the evidence keeps it. */
export type Visitor = Pick<By, "requestId" | "ipAddress" | "userAgent">;
