import fc from "fast-check";
import { expect } from "vitest";
import type { JobDeps } from "../../../lib/jobs/tick";
import type { Timed } from "../../../packages/dates/time";
import { makeProvider, type TestProvider } from "../provider";
import { Interleaving } from "./interleaving";
import { type Answered, isExplained, type Seen } from "./linear";
import { DIED, Order, withGates } from "./real";
import { BODIES, type Body, FATES, type Operation, type Status } from "./world";

/** Who ended a plan that awaited its confirmation, where several tried at once. */
export type Wins = Record<"confirm" | "cancel" | "expire", number>;

/** Operations at once, and the numbers that say in which order they go on. */
interface Round {
  operations: Operation[];
  order: number[];
}

const crash = fc.constantFrom(null, null, null, null, null, null, "before" as const, "after" as const);
const created = fc.record({
  does: fc.constant("create" as const),
  body: fc.constantFrom(...(Object.keys(BODIES) as Body[]), "plan" as const, "visa" as const),
  key: fc.constantFrom("one", "one", "two", null),
  fate: fc.constantFrom(...FATES, "arrives" as const, "arrives" as const),
  crash,
});
/** From the latest checkout backwards. */
const of = fc.constantFrom(0, 0, 0, 1);
const acted = fc.record({
  does: fc.constantFrom("authorise", "authorise", "confirm", "confirm", "confirm", "cancel", "expire"),
  of,
  crash,
});
const lapsed = fc.record({ does: fc.constant("lapse" as const), of });
const worked = fc.record({ does: fc.constant("work in the background" as const) });

const operation = fc.oneof(
  { weight: 4, arbitrary: created },
  { weight: 6, arbitrary: acted as fc.Arbitrary<Operation> },
  { weight: 1, arbitrary: lapsed },
  { weight: 2, arbitrary: worked },
) as fc.Arbitrary<Operation>;

/** A plan that is signed, given up and over at the same time: the race that is decided last and matters most. */
const atTheEnd = fc
  .tuple(fc.constantFrom("cancel" as const, "expire" as const), fc.boolean())
  .map(([other, isLapsed]): Operation[] => [
    { does: "confirm", of: 0, crash: null },
    isLapsed ? { does: "lapse", of: 0 } : { does: other, of: 0, crash: null },
    ...(isLapsed ? [{ does: "work in the background" as const }] : []),
  ]);

const round: fc.Arbitrary<Round> = fc.record({
  operations: fc.oneof(
    { weight: 5, arbitrary: fc.array(operation, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: atTheEnd },
  ),
  order: fc.array(fc.nat(5), { minLength: 8, maxLength: 24 }),
});
const BEGIN: Round[] = [
  { operations: [{ does: "create", body: "plan", key: "one", fate: "arrives", crash: null }], order: [0] },
  { operations: [{ does: "authorise", of: 0, crash: null }], order: [0] },
];
const free = fc.array(round, { minLength: 3, maxLength: 7 });
const rounds = fc.oneof(
  { weight: 3, arbitrary: free },
  {
    weight: 1,
    arbitrary: fc
      .tuple(atTheEnd, fc.array(fc.nat(5), { minLength: 8 }), free)
      .map(([operations, order, more]) => [...BEGIN, { operations, order }, ...more.slice(0, 3)]),
  },
);

/**
 * Runs random operations on one order against the real use cases and the real database, several at once, and holds each
 * round to the model: answers and records must be those of some order of the operations.
 * @returns who won how often
 */
export async function holdToModel(
  deps: Timed<JobDeps>,
  { runs, seed }: { runs: number; seed: number },
): Promise<Wins> {
  const wins: Wins = { confirm: 0, cancel: 0, expire: 0 };
  const gated = withGates(deps);
  const provider = await makeProvider({}, deps.db);
  const property = fc.asyncProperty(rounds, (all) => oneRun(deps, gated, provider, all, wins));
  // Not shrunk: where real processes race, a shorter run seldom repeats the fault.
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  return wins;
}

async function oneRun(
  deps: Timed<JobDeps>,
  gated: Timed<JobDeps>,
  provider: TestProvider,
  all: Round[],
  wins: Wins,
) {
  const order = new Order(gated, provider);
  const history: unknown[] = [];
  let before: Seen = { world: { checkouts: [], keys: {}, usedTokens: [] }, ids: [] };
  const hold = async ({ operations, order: turns }: Round) => {
    const fitting = operations.flatMap((one) => fitted(one, before));
    if (fitting.length === 0) return;
    const answers = await new Interleaving(turns).run(
      fitting.map((one) => ({
        crash: "crash" in one ? one.crash : null,
        fate: one.does === "create" ? one.fate : ("arrives" as const),
        work: () => order.perform(one, before.ids),
      })),
    );
    const told = fitting.map(
      (one, index): Answered =>
        answers[index] === null || ("crash" in one && one.crash) ? DIED : answers[index]!,
    );
    const after = await order.look(deps.db);
    history.push({ operations: fitting, answers: told.map(({ answer }) => answer), after: after.world });
    if (!isExplained(before, fitting, told, after))
      throw new Error(
        `No order of these operations explains what was seen:\n${JSON.stringify(history, null, 1)}`,
      );
    countWins(before, fitting, after, wins);
    before = after;
  };
  for (const one of all) await hold(one);
  // Nothing stays open: recovery finds out all outcomes.
  await hold({ operations: [{ does: "work in the background" }], order: [0] });
  const { checkouts } = before.world;
  expect(checkouts.filter(({ charge }) => charge === "succeeded").length).toBeLessThanOrEqual(1);
  expect(checkouts.filter(({ status }) => status === "Payment Pending")).toEqual([]);
}

/** With the number of a checkout that is there, counted from the latest; none for what is not offered. */
function fitted(operation: Operation, { world: { checkouts } }: Seen): Operation[] {
  if (!("of" in operation)) return [operation];
  const of = checkouts.length - 1 - operation.of;
  const aimed = checkouts[of];
  if (!aimed || (aimed.attempt !== null && operation.does === "confirm")) return [];
  return [{ ...operation, of }];
}

const WINNER: Partial<Record<Status, keyof Wins>> = {
  Confirmed: "confirm",
  Cancelled: "cancel",
  Expired: "expire",
};

function countWins(before: Seen, operations: readonly Operation[], after: Seen, wins: Wins): void {
  before.world.checkouts.forEach(({ status, lapsed }, of) => {
    const rivals = operations.filter((one) => "of" in one && one.of === of);
    const signs = rivals.some(({ does }) => does === "confirm");
    const ends = rivals.some(({ does }) => does === "cancel" || does === "expire" || does === "lapse");
    if (status !== "Awaiting Confirmation" || lapsed || !signs || !ends) return;
    const winner = WINNER[after.world.checkouts[of]!.status];
    if (winner) wins[winner] += 1;
  });
}
