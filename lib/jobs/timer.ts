import type { CheckoutDeps } from "../checkout/context";
import { tick } from "./tick";

/** Runs `tick` every so many seconds, never two at once in this process; 0 seconds is off. */
export function startTimer(deps: CheckoutDeps, seconds: number): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  const run = () => {
    if (busy) return;
    busy = true;
    running = tick(deps, deps.now())
      .catch((error) => deps.log.error({ error }, "Background work failed and will be tried again"))
      .finally(() => {
        busy = false;
      });
  };
  const timer = seconds > 0 ? setInterval(run, seconds * 1000) : undefined;
  timer?.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
