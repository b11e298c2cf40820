import { makeDueAgreements } from "../../lib/checkout/make-agreement";
import { readClock } from "../../lib/db/clock";
import type { Meters } from "../../lib/domain/meters";
import { deliverDue } from "../../lib/events/deliver";
import { dispatchEvents } from "../../lib/events/dispatch";
import { type JobDeps, settleDue } from "../../lib/jobs/tick";
import { sendDueMails } from "../../lib/mail/send-due";
import { inTime } from "../../packages/dates/time";

/** After this nothing more is begun. */
const BUDGET_MS = 8_000;
/** After this the process may be frozen: longer than one delivery or one recovery takes. Leases end what is left. */
const MAX_MS = 25_000;

type FollowUpDeps = JobDeps & {
  meters: Meters;
  keysAreChecked(): boolean;
};

const WORK = { dispatchEvents, settleDue, makeDueAgreements, deliverDue, sendDueMails };

/**
 * What is due, done once after an answer that wrote something, for a process that has no timer. One runs at a time; what is
 * written meanwhile has another run, within the same budget: also what the run itself wrote, such as a document, whose mail
 * follows from its event. Whatever is left is the cron job's. See docs/decisions/030-frozen-processes.md.
 * @returns a function that resolves when the process may be frozen, within 25 seconds, and never rejects
 */
export function createFollowUp(deps: FollowUpDeps, work = WORK): () => Promise<void> {
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function once(goesOn: () => boolean) {
    const clock = await readClock(deps.db);
    await work.dispatchEvents(deps, clock);
    again(deps.making.size);
    const rounds = [
      [
        "settle",
        () =>
          work.settleDue(deps, clock, goesOn).then(({ recovered, expired }) => again(recovered + expired)),
      ],
      ["documents", () => work.makeDueAgreements(deps, goesOn).then(again)],
      ["deliver", () => work.deliverDue(deps, clock, goesOn)],
      ["mail", () => work.sendDueMails(deps, clock, goesOn)],
    ] as const;
    // Each tells its own faults, and holds up no other.
    await Promise.all(
      rounds.map(async ([name, round]) => {
        const from = performance.now();
        const isDone = await round().then(() => true, failed);
        deps.meters.round(name)((performance.now() - from) / 1000, isDone);
      }),
    );
  }

  /** What wrote events has another round, which makes webhooks and mails of them. */
  function again(written: number) {
    if (written > 0) isWanted = true;
  }

  function failed(error: unknown): false {
    deps.log.error({ error }, "Background work after an answer failed and will be tried again");
    return false;
  }

  async function run() {
    const until = performance.now() + BUDGET_MS;
    const goesOn = () => performance.now() < until;
    while (isWanted && goesOn()) {
      isWanted = false;
      await once(goesOn).catch(failed);
    }
  }

  return async () => {
    // Whose keys are not those of the database can record no outcome.
    if (!deps.keysAreChecked()) return;
    isWanted = true;
    running ??= inTime(run(), MAX_MS, () => {}).finally(() => {
      running = null;
    });
    await running;
  };
}
