import { canonical, type Operation, type Progress, type Step, stepsOf, type World } from "./world";

/** What an operation answered; `id` of the checkout that the answer names, if it names one. */
export interface Answered {
  answer: string;
  id: string | null;
}

/** The world as it was found after a round, with the ids of its checkouts. */
export interface Seen {
  world: World;
  ids: string[];
}

/**
 * Whether the operations of a round could have taken their steps one after another, in some order, so that each got its
 * answer and the world became as it was seen.
 */
export function isExplained(
  before: Seen,
  operations: readonly Operation[],
  answers: readonly Answered[],
  after: Seen,
): boolean {
  const goal = canonical(after.world);
  const isAlone = operations.length === 1;
  const known = new Set<string>();
  const search = (world: World, progresses: readonly Progress[]): boolean => {
    const here = JSON.stringify([world, progresses]);
    if (known.has(here)) return false;
    known.add(here);
    if (progresses.every(({ at }) => at === "end"))
      return canonical(world).text === goal.text && namesFit(world, progresses);
    return progresses.some((progress, index) => {
      if (progress.at === "end") return false;
      const goesOn = (step: Step) => {
        const { progress: next } = step;
        if (next.at === "end" && next.answer !== answers[index]!.answer) return false;
        return search(step.world, progresses.with(index, next));
      };
      return stepsOf(operations[index]!, progress, world, isAlone).some(goesOn);
    });
  };
  const namesFit = (world: World, progresses: readonly Progress[]) => {
    const ids = idsIn(world, after);
    return (
      progresses.every((progress, index) => {
        const { id } = answers[index]!;
        return progress.at !== "end" || progress.of === null || id === null || ids[progress.of] === id;
      }) && before.ids.every((id, index) => ids[index] === id)
    );
  };
  return search(
    before.world,
    operations.map((): Progress => ({ at: "begin" })),
  );
}

/** The ids of a world's checkouts, which are numbered otherwise than those that were seen. */
function idsIn(world: World, { world: seen, ids }: Seen): (string | undefined)[] {
  // Ids that are known go first, so that checkouts that look alike are told apart by their number.
  const places = canonical(seen).order;
  const found: (string | undefined)[] = [];
  canonical(world).order.forEach((index, place) => {
    found[index] = ids[places[place]!];
  });
  return found;
}
