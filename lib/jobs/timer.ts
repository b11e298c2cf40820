import { deliverDue } from "../events/deliver";
import { sendDueMails } from "../mail/send-due";
import { type JobDeps, settleDue } from "./tick";

/** An event, or a mail, reaches a receiver that is well within about this time. */
const MOST_SECONDS_TO_DELIVERY = 1;

const WORK = { settleDue, deliverDue, sendDueMails };

/**
 * Does background work every so many seconds; 0 seconds is off. Rounds that go on side by side, each never twice at
 * once in this process: webhooks, mails, and all else, so that a charge is never recovered late for a receiver's sake.
 */
export function startTimer(deps: JobDeps, seconds: number, work = WORK): { stop(): Promise<void> } {
  let isStopping = false;
  const soon = Math.min(seconds, MOST_SECONDS_TO_DELIVERY);
  const rounds = [
    every(seconds, () => work.settleDue(deps)),
    every(soon, () => work.deliverDue(deps, deps.now, () => !isStopping)),
    ...(deps.mail ? [every(soon, () => work.sendDueMails(deps, deps.now, () => !isStopping))] : []),
  ];
  function every(period: number, round: () => Promise<unknown>) {
    let running: Promise<unknown> | null = null;
    const run = () => {
      running ??= round()
        .catch((error) => deps.log.error({ error }, "Background work failed and will be tried again"))
        .finally(() => {
          running = null;
        });
    };
    const timer = period > 0 ? setInterval(run, period * 1000) : undefined;
    timer?.unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  }
  return {
    /** What is under way is finished. */
    async stop() {
      isStopping = true;
      await Promise.all(rounds.map((stop) => stop()));
    },
  };
}
