import { afterAll, inject } from "vitest";
import type { Answer } from "../support/answer";
import { type Door, type RunningProcess, settingsOf, startServer } from "../support/stack";

const running: RunningProcess[] = [];
afterAll(() => Promise.all(running.splice(0).map((server) => server.stop())));

/** A server over the shared database that limits as a deployment does, unless `settings` say otherwise. */
export async function limitedServer(
  door: Door = "server",
  settings: Record<string, string> = {},
): Promise<RunningProcess> {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  const { RATE_LIMIT_PER_SECOND: _, ...usual } = settingsOf(databaseUrl, appKeys, jobsSecret);
  const server = await startServer(door, { ...usual, ...settings });
  running.push(server);
  return server;
}

/** How often each status came. */
export function tally(answers: readonly Pick<Answer, "status">[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** What RateLimit says is left. */
export const left = (answer: Answer) => Number(/;r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);

/**
 * A refusal of a limit that is used up, and is kept so: tokens come back while a refusal is held, and while a slow
 * machine makes up its mind.
 */
export async function refusalOf<T extends { status: number }>(
  exhaust: () => Promise<unknown>,
  send: () => Promise<T>,
): Promise<T> {
  await exhaust();
  let isDone = false;
  const kept = (async () => {
    while (!isDone) await exhaust();
  })();
  const answers = await Promise.all(Array.from({ length: 40 }, send));
  isDone = true;
  await kept;
  return answers.find(({ status }) => status === 429) ?? answers[0]!;
}

/** Sends requests, so many at once, until some are refused. @returns how many passed, and in how many seconds */
export async function untilRefused(
  send: () => Promise<{ status: number }>,
  atOnce: number,
): Promise<{ admitted: number; seconds: number }> {
  const from = performance.now();
  for (let admitted = 0; admitted < 10_000; ) {
    const counts = tally(await Promise.all(Array.from({ length: atOnce }, send)));
    admitted += atOnce - (counts[429] ?? 0);
    if (counts[429]) return { admitted, seconds: (performance.now() - from) / 1000 };
  }
  throw new Error("10,000 requests were admitted");
}
