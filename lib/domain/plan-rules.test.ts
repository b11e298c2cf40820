import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signedPlan, withDebit } from "../../e2e/support/plan";
import { nextBusinessDay } from "../../packages/dates/business-days";
import { addDays } from "../../packages/dates/calendar";
import {
  DEBIT_REASONS,
  DEBIT_STATUSES,
  type DebitReason,
  type DebitStatus,
  PLAN_STATUSES,
  type Plan,
} from "./plan";
import { type ChangeContext, changePlan, type PlanChange } from "./plan-changes";
import { afterDebit } from "./plan-results";
import { canPlanBecome, phaseOf } from "./plan-states";
import { hasLiveDebit, summaryOf } from "./plan-summary";
import { FREQUENCIES, type Frequency } from "./schedule";

const START = "2026-12-20";

type Step =
  | { kind: "wait"; days: number }
  | { kind: "hand_over" }
  | { kind: "result"; which: number; status: DebitStatus; reason: DebitReason | null }
  | { kind: "change"; by: ChangeContext["by"]; change: (today: string) => PlanChange };

const number = fc.integer({ min: 1, max: 3 });
const reason = fc.option(fc.constantFrom(...DEBIT_REASONS));
const ahead = fc.integer({ min: -3, max: 90 });

const change: fc.Arbitrary<(today: string) => PlanChange> = fc.oneof(
  ahead.map(
    (days) =>
      (today: string): PlanChange => ({ kind: "pause", until: addDays(today, days) }),
  ),
  fc.constant((): PlanChange => ({ kind: "resume" })),
  fc.tuple(fc.constantFrom("move" as const, "retry" as const), number, ahead).map(
    ([kind, n, days]) =>
      (today: string): PlanChange => ({ kind, number: n, date: nextBusinessDay(addDays(today, days)) }),
  ),
);
const rarely = fc.oneof(
  { arbitrary: change, weight: 30 },
  fc.constant((): PlanChange => ({ kind: "new_account" })),
  fc.constant((): PlanChange => ({ kind: "hold" })),
  fc.constant((): PlanChange => ({ kind: "end" })),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant("hand_over" as const) }),
  fc.record({
    kind: fc.constant("result" as const),
    which: fc.nat(2),
    status: fc.constantFrom<DebitStatus[]>(...DEBIT_STATUSES, "Paid", "Paid", "Dishonoured"),
    reason: fc.oneof(fc.constant("temporary" as const), reason),
  }),
  fc.record({
    kind: fc.constant("change" as const),
    by: fc.constantFrom("student" as const, "provider" as const),
    change: rarely,
  }),
);

interface Journey {
  frequency: Frequency;
  firstPaymentDate: string;
  steps: Step[];
}

const journeys: fc.Arbitrary<Journey> = fc.record({
  frequency: fc.constantFrom(...FREQUENCIES),
  firstPaymentDate: fc.integer({ min: 5, max: 50 }).map((days) => addDays(START, days)),
  steps: fc.array(step, { maxLength: 50, size: "max" }),
});

interface Moment {
  step: Step;
  today: string;
  before: Plan;
  after: Plan;
  /** Of a change that was made. */
  made: PlanChange | null;
}

function handOver(plan: Plan, today: string): Plan {
  if (plan.status !== "Active" && plan.status !== "Paused") return plan;
  const due = plan.instalments.filter(({ handOverOn }) => handOverOn !== null && handOverOn <= today);
  return due.reduce((next, each) => withDebit(next, each.number, "Sending"), plan);
}

function travel({ frequency, firstPaymentDate, steps }: Journey): Moment[] {
  let [plan, today] = [signedPlan({ frequency, firstPaymentDate, numberOfInstalments: 3 }), START];
  return steps.map((each) => {
    const before = plan;
    let made: PlanChange | null = null;
    if (each.kind === "wait") today = addDays(today, each.days);
    else if (each.kind === "hand_over") plan = handOver(plan, today);
    else if (each.kind === "result") {
      const debit = plan.debits.at(-1 - each.which);
      if (debit) plan = afterDebit(plan, debit, each).plan;
    } else {
      const wanted = each.change(today);
      const result = changePlan(plan, wanted, { today, by: each.by, frequency });
      if ("plan" in result) [plan, made] = [result.plan, wanted];
    }
    return { step: each, today, before, after: plan, made };
  });
}

const always = (check: (moment: Moment) => void) =>
  fc.assert(
    fc.property(journeys, (journey) => travel(journey).forEach(check)),
    { numRuns: 400 },
  );

it("random journeys come to every status, and make every change by everybody", () => {
  const seen = new Set<string>();
  for (const journey of fc.sample(journeys, { numRuns: 1_500, seed: 35 }))
    for (const { step: each, before, after, made } of travel(journey)) {
      seen.add(after.status);
      if (each.kind === "change" && made) seen.add(`${made.kind} by ${each.by}`);
      if (before.status === "On Hold" && made?.kind === "retry") seen.add("off hold");
    }
  const kinds = ["pause", "resume", "move", "retry", "new_account", "end"];
  const changes = [
    ...kinds.flatMap((kind) => [`${kind} by student`, `${kind} by provider`]),
    "hold by provider",
  ];
  expect([...seen].sort()).toEqual([...PLAN_STATUSES, ...changes, "off hold"].sort());
});

describe("whatever happens to a collected plan", () => {
  it("its amounts, numbers and rhythm of amounts stay as they were signed", () => {
    always(({ before, after }) => {
      const parts = ({ instalments }: Plan) =>
        instalments.map(({ number: n, amountCents }) => [n, amountCents]);
      expect(parts(after)).toEqual(parts(before));
      expect(after.instalments.reduce((sum, each) => sum + each.amountCents, 0)).toBe(after.financedCents);
    });
  });

  it("what is paid and what is outstanding come to the amount financed", () => {
    always(({ after }) => {
      const { paidCents, outstandingCents, standing, arrears } = summaryOf(after);
      expect(paidCents + outstandingCents).toBe(after.financedCents);
      expect(paidCents >= 0 && outstandingCents >= (arrears?.amountCents ?? 0)).toBe(true);
      expect(standing === "arrears").toBe(arrears !== null);
    });
  });

  it("an instalment never has two live debits, and nothing is planned beside one", () => {
    always(({ after }) => {
      for (const { number: n, handOverOn } of after.instalments) {
        const live = after.debits.filter((each) => each.number === n && phaseOf(each.status) !== "failed");
        expect(live.length <= (handOverOn === null ? 1 : 0)).toBe(true);
      }
    });
  });

  it("moves as the table says, with a reason exactly while it is on hold, and an end exactly while it is paused", () => {
    always(({ before, after }) => {
      const { status } = after;
      expect(status === before.status || canPlanBecome(before.status, status)).toBe(true);
      expect(after.holdReason !== null).toBe(status === "On Hold");
      expect(after.pausedUntil !== null).toBe(status === "Paused");
    });
  });

  it("is completed exactly when all is paid, but for a plan that was ended", () => {
    always(({ after }) => {
      const isPaid = summaryOf(after).outstandingCents === 0;
      if (after.status !== "Ended") expect(after.status === "Completed").toBe(isPaid);
    });
  });
});

describe("a change", () => {
  it("touches no instalment with a live debit, and none that is past its cut-off", () => {
    always(({ step: { kind }, today, before, after, made }) => {
      if (kind !== "change") return;
      const isOfFormerAccount = made?.kind === "new_account";
      expect(after.debits).toEqual(
        before.debits.map((one) => (isOfFormerAccount ? { ...one, isOfFormerAccount } : one)),
      );
      before.instalments.forEach((each, i) => {
        // Nothing is handed over during a hold or after the end.
        const hands = before.status !== "On Hold" && made?.kind !== "end";
        const isPast = hands && each.handOverOn !== null && each.handOverOn <= today;
        if (isPast || hasLiveDebit(before, each.number)) expect(after.instalments[i]).toEqual(each);
      });
    });
  });

  it("by the provider touches nothing that is handed over within 14 days, nor plans it there", () => {
    always(({ step: each, today, before, after, made }) => {
      if (each.kind !== "change" || each.by !== "provider" || made?.kind === "end") return;
      if (before.status === "On Hold") return;
      before.instalments.forEach((was, i) => {
        const is = after.instalments[i]!;
        if (is === was) return;
        for (const day of [was.handOverOn, is.handOverOn])
          expect(day === null || day >= addDays(today, 14)).toBe(true);
      });
    });
  });

  it("plans nothing for a day that has gone, so that a late debit surprises nobody", () => {
    always(({ today, before, after, made }) => {
      if (made === null) return;
      after.instalments.forEach((is, i) => {
        const isReleased = before.status === "On Hold" && after.status !== "On Hold";
        const isNew = is.handOverOn !== before.instalments[i]?.handOverOn || isReleased;
        if (isNew && is.handOverOn !== null) expect(is.debitDate > today).toBe(true);
      });
    });
  });

  it("to a pause leaves no debit before its end that could still change, and none comes earlier than before", () => {
    always(({ step: each, today, before, after, made }) => {
      if (each.kind !== "change" || made?.kind !== "pause") return;
      const cutOff = addDays(today, each.by === "provider" ? 14 : 1);
      after.instalments.forEach((is, i) => {
        const was = before.instalments[i]!;
        expect(is.debitDate >= was.debitDate).toBe(true);
        if (was.handOverOn !== null && was.handOverOn >= cutOff)
          expect(is.debitDate >= made.until).toBe(true);
      });
    });
  });
});

describe("results of a debit", () => {
  const HISTORIES: [DebitStatus, DebitReason | null][][] = [
    [
      ["Sent", null],
      ["Paid", null],
      ["Reversed", "bank_stopped"],
    ],
    [
      ["Sent", null],
      ["Paid", null],
    ],
    ...DEBIT_REASONS.flatMap((why): [DebitStatus, DebitReason | null][][] => [
      [
        ["Sent", null],
        ["Dishonoured", why],
      ],
      [
        ["Sent", null],
        ["Refused", why],
      ],
    ]),
  ];
  const told = fc.constantFrom(...HISTORIES).chain((history) =>
    fc.record({
      history: fc.constant(history),
      // Each at least once, in any order.
      heard: fc
        .array(fc.constantFrom(...history), { maxLength: 4 })
        .chain((more) =>
          fc.shuffledSubarray([...history, ...more], { minLength: history.length + more.length }),
        ),
    }),
  );

  it("lead to the same plan in whatever order and however often they are told, unless it was completed in between", () => {
    fc.assert(
      fc.property(journeys, told, (journey, { history, heard }) => {
        const plan = travel(journey).at(-1)?.after ?? signedPlan();
        const sending = plan.debits.find(({ status }) => status === "Sending");
        if (!sending) return;
        const end = (results: typeof history) =>
          results.reduce(
            (next, [status, why]) => afterDebit(next, sending, { status, reason: why }).plan,
            plan,
          );
        const expected = end(history);
        fc.pre(plan.status !== "On Hold" || summaryOf(end([["Paid", null]])).outstandingCents > 0);
        expect(end(heard)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it("that are told again give no events", () => {
    always(({ step: each, before, after }) => {
      if (each.kind !== "result" || before === after) return;
      const debit = after.debits.at(-1 - each.which)!;
      expect(afterDebit(after, debit, each)).toEqual({ plan: after, events: [] });
    });
  });
});
