import { makeDueAgreements } from "../checkout/make-agreement";
import { ClockOff } from "../db/clock";
import type { Meters } from "../domain/meters";
import { deliverDue } from "../events/deliver";
import { sendDueMails } from "../mail/send-due";
import { type JobDeps, settleDue } from "./tick";

/** The longest wait before an event or a mail is sent. */
const MOST_SECONDS_TO_DELIVERY = 1;

/** How often the clocks are compared at least, also by a process that does no background work. */
const CLOCK_SECONDS = 5;

type Round = Parameters<Meters["round"]>[0] | "clock";

const WORK = { settleDue, makeDueAgreements, deliverDue, sendDueMails };

/**
 * 0 seconds is off. Webhooks, mails and all else have rounds of their own, so that a slow receiver never delays the
 * recovery of a charge; a round never overlaps itself. None is begun while this machine's clock is minutes off.
 */
export function startTimer(
  deps: JobDeps & { meters: Meters; keysAreChecked?(): boolean },
  seconds: number,
  work = WORK,
): { stop(): Promise<void> } {
  let isStopping = false;
  const goesOn = () => !isStopping;
  const soon = Math.min(seconds, MOST_SECONDS_TO_DELIVERY);
  const rounds = [
    every("settle", seconds, async () => work.settleDue(deps, await deps.clock.read(), goesOn)),
    every("documents", soon, () => work.makeDueAgreements(deps, goesOn)),
    every("deliver", soon, async () => work.deliverDue(deps, await deps.clock.read(), goesOn)),
    ...(deps.mail
      ? [every("mail", soon, async () => work.sendDueMails(deps, await deps.clock.read(), goesOn))]
      : []),
    // Where the database does not answer, `/readyz` and the rounds say so.
    every("clock", CLOCK_SECONDS, () => deps.clock.read().catch(() => {})),
  ];
  function every(name: Round, period: number, round: () => Promise<unknown>) {
    if (period === 0) return async () => {};
    const tell = name === "clock" ? () => {} : deps.meters.round(name);
    let running: Promise<unknown> | null = null;
    async function once() {
      const start = performance.now();
      const isDone = await round().then(
        () => true,
        (error) => {
          // The clock has said so itself, once.
          if (!(error instanceof ClockOff))
            deps.log.error({ error }, "Background work failed and will be tried again");
          return false;
        },
      );
      tell((performance.now() - start) / 1000, isDone);
      running = null;
    }
    const run = () => {
      // Whose keys are not those of the database can record no outcome, and must not keep a lease from a server that can.
      if (name !== "clock" && deps.keysAreChecked?.() === false) return;
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
