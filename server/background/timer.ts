import { makeDueAgreements } from "../../lib/checkout/make-agreement";
import { readClock } from "../../lib/db/clock";
import type { Meters } from "../../lib/domain/meters";
import { deliverDue } from "../../lib/events/deliver";
import { type JobDeps, settleDue } from "../../lib/jobs/tick";
import { sendDueMails } from "../../lib/mail/send-due";

/** The longest wait before an event or a mail is sent. */
const MAX_SECONDS_TO_DELIVERY = 1;

type Round = Parameters<Meters["round"]>[0];

const WORK = { settleDue, makeDueAgreements, deliverDue, sendDueMails };

/**
 * 0 seconds is off. Webhooks, mails and all else have rounds of their own, so that a slow receiver never delays the
 * recovery of a charge; a round never overlaps itself.
 */
export function startTimer(
  deps: JobDeps & { meters: Meters; keysAreChecked?(): boolean },
  seconds: number,
  work = WORK,
): { stop(): Promise<void> } {
  let isStopping = false;
  const goesOn = () => !isStopping;
  const soon = Math.min(seconds, MAX_SECONDS_TO_DELIVERY);
  const rounds = [
    every("settle", seconds, async () => work.settleDue(deps, await readClock(deps.db), goesOn)),
    every("documents", soon, () => work.makeDueAgreements(deps, goesOn)),
    every("deliver", soon, async () => work.deliverDue(deps, await readClock(deps.db), goesOn)),
    ...(deps.mail
      ? [every("mail", soon, async () => work.sendDueMails(deps, await readClock(deps.db), goesOn))]
      : []),
  ];
  function every(name: Round, period: number, round: () => Promise<unknown>) {
    if (period === 0) return async () => {};
    const tell = deps.meters.round(name);
    let running: Promise<unknown> | null = null;
    async function once() {
      const start = performance.now();
      const isDone = await round().then(
        () => true,
        (error) => {
          deps.log.error({ error }, "Background work failed and will be tried again");
          return false;
        },
      );
      tell((performance.now() - start) / 1000, isDone);
      running = null;
    }
    const run = () => {
      // Whose keys are not those of the database can record no outcome, and must not keep a lease from a server that can.
      if (deps.keysAreChecked?.() === false) return;
      running ??= once();
    };
    const timer = setInterval(run, period * 1000);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  }
  return {
    /** Waits for what is under way. */
    async stop() {
      isStopping = true;
      await Promise.all(rounds.map((stop) => stop()));
    },
  };
}
