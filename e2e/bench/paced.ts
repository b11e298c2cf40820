import { Agent, request } from "node:http";
import { percentiles, type Shot } from "./load";

export interface Paced {
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
}

/** More than are ever under way unless the server stands still. */
const CONNECTIONS = 64;

/**
 * Asks so many times a second, whether or not the request before has its answer, and counts from the moment that each
 * was due. The load generator of the rounds cannot do this: it sends each second's share at once.
 */
export async function paced(
  url: string,
  shot: () => Shot,
  perSecond: number,
  seconds: number,
): Promise<Paced> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answers: Promise<{ ms: number; status: number }>[] = [];
  const from = performance.now();
  const dueAt = (index: number) => from + (1000 * index) / perSecond;
  const all = Math.floor(perSecond * seconds);
  while (answers.length < all) {
    while (answers.length < all && dueAt(answers.length) <= performance.now())
      answers.push(ask(agent, url, shot(), dueAt(answers.length)));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const ends = await Promise.all(answers);
  agent.destroy();
  return {
    perSecond,
    ...percentiles(ends.map(({ ms }) => ms)),
    errors: ends.filter(({ status }) => status !== 200).length,
  };
}

function ask(agent: Agent, url: string, { method, path, headers }: Shot, due: number) {
  return new Promise<{ ms: number; status: number }>((resolve) => {
    const end = (status: number) => resolve({ ms: performance.now() - due, status });
    request(url + path, { agent, method, headers }, (incoming) => {
      incoming.resume().on("end", () => end(incoming.statusCode ?? 0));
    })
      .on("error", () => end(0))
      .end();
  });
}
