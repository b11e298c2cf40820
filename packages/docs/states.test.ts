import { expect, it } from "vitest";
import { CHECKOUT_STATUSES, type CheckoutStatus, OPEN_STATUSES, TRANSITIONS } from "../../lib/domain/states";
import { BOX_HEIGHT, DIAGRAM_WIDTH, stateDiagram } from "./state-diagram";
import { BEGINNINGS } from "./states";
import { FACT_TABLES } from "./tables";

const rows = (name: keyof typeof FACT_TABLES) =>
  Object.fromEntries(FACT_TABLES[name].rows.map(([value, , final, , events]) => [value!, [final, events]]));

it("draws every move of the table once, in one of the two diagrams, and no other", () => {
  const drawn = BEGINNINGS.flatMap((beginning) =>
    stateDiagram(beginning).arrows.map(({ move: { from, to, name } }) => `${from} → ${to} by ${name}`),
  );
  const inTheTable = Object.entries(TRANSITIONS).flatMap(([name, { from, to }]) =>
    (from.length === 0 ? [null] : [...from]).map((status) => `${status} → ${to.checkout} by ${name}`),
  );
  expect(drawn.sort()).toEqual(inTheTable.sort());
});

it("has a box for every status, and no two in one place", () => {
  const diagrams = BEGINNINGS.map(stateDiagram);
  expect(diagrams.flatMap(({ boxes }) => boxes.map(({ status }) => status)).sort()).toEqual(
    [...CHECKOUT_STATUSES].sort(),
  );
  for (const { boxes, height } of diagrams) {
    expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(boxes.length);
    for (const { x, y, width } of boxes)
      expect([x >= 0, x + width <= DIAGRAM_WIDTH, y + BOX_HEIGHT <= height]).toEqual([true, true, true]);
  }
});

it("tells for each value whether it is final and which event tells it, as the table of moves has it", () => {
  const checkouts = rows("checkout-statuses");
  for (const [status, [final]] of Object.entries(checkouts))
    expect([status, final === "No"]).toEqual([status, OPEN_STATUSES.includes(status as CheckoutStatus)]);
  expect(checkouts["Payment Processing"]).toEqual(["Yes", "`card_payment.succeeded`"]);
  expect(rows("authorisation-statuses")).toMatchObject({
    Pending: ["No", "`checkout.created`"],
    Authorised: ["With `Confirmed`", "`direct_debit.authorised`"],
    Cancelled: ["Yes", "`checkout.expired`, `checkout.cancelled`"],
  });
  expect(rows("opportunity-stages")).toMatchObject({
    "Payment Processing": ["No", "None: the answer is a 202"],
    "Paid Upfront": ["Yes", "`card_payment.succeeded`"],
  });
  expect(rows("direct-debit-statuses").Expired).toEqual(["Yes", "`checkout.expired`"]);
});
