import { expect, test } from "vitest";
import { legalHistories } from "./histories";

test("the histories that the table of moves allows are these", () => {
  const told = legalHistories().map(({ state, events }) =>
    [state.checkout, state.stage ?? "-", ...events.map((type) => type.replace(/^.*\./, ""))].join(" › "),
  );
  expect(told.sort()).toEqual([
    "Awaiting Confirmation › Direct Debit Authorised › created › authorised",
    "Awaiting Direct Debit › Checkout Started › created",
    "Awaiting Payment › Checkout Started › created",
    "Cancelled › Closed Lost › created › authorised › cancelled",
    "Cancelled › Closed Lost › created › cancelled",
    "Cancelled › Closed Lost › created › cancelled",
    "Confirmed › Payment Plan Signed › created › authorised › signed",
    "Confirmed › Payment Plan Signed › created › authorised › signed › ready",
    "Confirmed › Payment Plan Signed › created › authorised › signed › ready › email_undelivered",
    "Expired › Closed Lost › created › authorised › expired",
    "Expired › Closed Lost › created › expired",
    "Expired › Closed Lost › created › expired",
    "Payment Failed › - › created › failed",
    "Payment Failed › Closed Lost › created › failed",
    "Payment Pending › - › created",
    "Payment Pending › Checkout Started › created",
    "Payment Pending › Payment Processing › created",
    "Payment Processing › Paid Upfront › created › succeeded",
    "Payment Processing › Paid Upfront › created › succeeded › email_undelivered",
  ]);
});
