import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REACHABLE_STATUSES } from "../../drizzle/vocabulary";
import {
  AWAITING_STATUSES,
  awaitsCharge,
  begin,
  CHECKOUT_STATUSES,
  canMove,
  type EventType,
  hasExpired,
  isAwaiting,
  isCompleted,
  isReleased,
  move,
  needsTimeLeft,
  OPEN_STATUSES,
  RELEASED_STATUSES,
  reachableStates,
  type State,
  TRANSITIONS,
  type TransitionName,
} from "./states";

it("the database's CHECK knows the statuses that the table can lead to, and no others", () => {
  const pairs = reachableStates().map(({ checkout, authorisation }) => `${checkout}, ${authorisation}`);
  expect(REACHABLE_STATUSES.map((pair) => pair.join(", ")).sort()).toEqual([...new Set(pairs)].sort());
});

const NAMES = Object.keys(TRANSITIONS) as TransitionName[];
const BEGINNINGS = ["start_plan", "start_pay_now", "start_card_page"] as const;
const TERMINAL = ["Confirmed", "Payment Processing", "Payment Failed", "Expired", "Cancelled"];
const reachable = new Set(reachableStates().map((state) => JSON.stringify(sorted(state))));

function sorted({ checkout, authorisation, stage, dda }: State) {
  return [checkout, authorisation, stage, dda];
}

const journeys = fc.record({
  start: fc.constantFrom(...BEGINNINGS),
  attempts: fc.array(fc.constantFrom(...NAMES), { maxLength: 30 }),
});

/** Tries every move, keeps those that the table allows, and notes states and events on the way. */
function travel({ start, attempts }: { start: (typeof BEGINNINGS)[number]; attempts: TransitionName[] }) {
  const states = [begin(start)];
  const events: EventType[] = [TRANSITIONS[start].event];
  const refused: [State, TransitionName][] = [];
  for (const name of attempts) {
    const state = states.at(-1)!;
    if (!canMove(state.checkout, name)) {
      refused.push([state, name]);
      continue;
    }
    states.push(move(state, name));
    const { event } = TRANSITIONS[name];
    if (event) events.push(event);
  }
  return { states, events, refused };
}

describe("the state machine", () => {
  it("never reaches a state that the table does not lead to", () => {
    fc.assert(
      fc.property(journeys, (journey) => {
        for (const state of travel(journey).states)
          expect(reachable).toContain(JSON.stringify(sorted(state)));
      }),
    );
  });

  it("throws on every move that the table does not have, and changes nothing", () => {
    fc.assert(
      fc.property(journeys, (journey) => {
        for (const [state, name] of travel(journey).refused) {
          const before = { ...state };
          expect(() => move(state, name)).toThrow(RangeError);
          expect(state).toEqual(before);
        }
      }),
    );
  });

  it("leaves nothing that has ended", () => {
    for (const state of reachableStates())
      expect({ state, leads: NAMES.some((name) => canMove(state.checkout, name)) }).toEqual({
        state,
        leads: !TERMINAL.includes(state.checkout),
      });
  });

  it("tells of a checkout's creation first and of one ending at most, last", () => {
    const endings = ["card_payment.succeeded", "card_payment.failed", "payment_plan.signed"];
    const all = [...endings, "checkout.expired", "checkout.cancelled"];
    fc.assert(
      fc.property(journeys, (journey) => {
        const { events, states } = travel(journey);
        expect(events[0]).toBe("checkout.created");
        expect(new Set(events).size).toBe(events.length);
        const ended = events.filter((event) => all.includes(event));
        expect(ended).toHaveLength(TERMINAL.includes(states.at(-1)!.checkout) ? 1 : 0);
        if (ended[0]) expect(events.at(-1)).toBe(ended[0]);
      }),
    );
  });

  it("signs a plan only after its direct debit was authorised", () => {
    fc.assert(
      fc.property(journeys, (journey) => {
        const { events } = travel(journey);
        if (!events.includes("payment_plan.signed")) return;
        expect(events).toEqual(["checkout.created", "direct_debit.authorised", "payment_plan.signed"]);
      }),
    );
  });

  it("gives Pay Now no direct debit, and a plan never a card payment", () => {
    fc.assert(
      fc.property(journeys, (journey) => {
        const { states, events } = travel(journey);
        const isPlan = journey.start === "start_plan";
        for (const state of states) expect(state.dda !== null).toBe(isPlan);
        expect(events.some((event) => event.startsWith("card_payment")) && isPlan).toBe(false);
      }),
    );
  });

  it("makes no Opportunity for a charge that came to nothing at once, and closes one that exists", () => {
    const pending = begin("start_pay_now");
    expect(move(pending, "charge_failed").stage).toBeNull();
    const unknown = move(pending, "charge_outcome_unknown");
    expect(unknown).toMatchObject({ checkout: "Payment Pending", stage: "Payment Processing" });
    expect(move(unknown, "charge_failed").stage).toBe("Closed Lost");
    expect(move(unknown, "charge_succeeded").stage).toBe("Paid Upfront");
  });

  it("ends Pay Now as the specification says", () => {
    expect(move(begin("start_pay_now"), "charge_succeeded")).toEqual({
      checkout: "Payment Processing",
      authorisation: "Paid Upfront",
      stage: "Paid Upfront",
      dda: null,
    });
  });
});

describe("a status", () => {
  it("awaits somebody, awaits its charge, is completed or has come to nothing: one of them", () => {
    const kinds = [isAwaiting, awaitsCharge, isCompleted, isReleased];
    for (const status of CHECKOUT_STATUSES)
      expect({ status, kinds: kinds.filter((is) => is(status)).length }).toEqual({ status, kinds: 1 });
    expect(CHECKOUT_STATUSES.filter(isCompleted)).toEqual(["Confirmed", "Payment Processing"]);
    expect(OPEN_STATUSES).toEqual([...AWAITING_STATUSES, "Payment Pending"]);
  });

  it("that awaits somebody is left by nothing without time left, but for its expiry", () => {
    for (const name of NAMES) {
      const leaves = TRANSITIONS[name].from.some(isAwaiting);
      expect({ name, needs: needsTimeLeft(name) }).toEqual({ name, needs: leaves && name !== "expire" });
    }
  });
});

describe("expiry and release", () => {
  const now = new Date("2027-01-01T00:00:00.000Z");
  const moments = fc.integer({ min: -5_000, max: 5_000 }).map((offset) => new Date(now.getTime() + offset));

  it("expires the three Awaiting states only, from their very millisecond on", () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHECKOUT_STATUSES), fc.option(moments), (status, expiresAt) => {
        const due = expiresAt !== null && expiresAt.getTime() <= now.getTime();
        expect(hasExpired(status, expiresAt, now)).toBe(status.startsWith("Awaiting") && due);
      }),
    );
  });

  it("releases an order only where nothing was charged and nothing is agreed", () => {
    for (const status of CHECKOUT_STATUSES)
      expect(isReleased(status)).toBe((RELEASED_STATUSES as readonly string[]).includes(status));
    expect(RELEASED_STATUSES).toEqual(["Payment Failed", "Expired", "Cancelled"]);
  });
});
