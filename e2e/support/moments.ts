import { dateInZone } from "../../packages/dates/zone";

/** Further than a clock is set that jumps while tests run. */
const FAR_MS = 2 * 86_400_000;

/** A moment that has passed, and has still passed where the clock is set back. */
export const longAgo = () => new Date(Date.now() - FAR_MS);

/** A moment that will not come while tests run, even where the clock is set forward. */
export const farAhead = () => new Date(Date.now() + FAR_MS);

/**
 * What holds on one day: done with today's date in a zone, and anew where that day ended meanwhile, be it that the clock
 * was set across its end.
 */
export async function onOneDay<T>(timeZone: string, act: (today: string) => Promise<T>): Promise<T> {
  const today = () => dateInZone(new Date(), timeZone);
  const began = today();
  try {
    return await act(began);
  } catch (error) {
    if (today() === began) throw error;
    return onOneDay(timeZone, act);
  }
}

/** So many turns of the event loop later, so that what races meets at ever other moments. */
export async function turns(count: number) {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}
