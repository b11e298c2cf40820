import { expect, inject, it, onTestFinished } from "vitest";
import { Api } from "../support/api";
import { confirmBody } from "../support/bodies";
import { untilUndisturbed } from "../support/measure";
import { makeProvider, type TestProvider } from "../support/provider";
import { authorisedPlan, type Scene, startedPlan } from "../support/scenes";
import { type Sent, send } from "../support/send";
import { settingsOf, startServer } from "../support/stack";

const AT_ONCE = 230;
const ROUNDS = 8;

interface Timed extends Sent {
  ms: number;
}

async function timed(work: () => Promise<Sent>): Promise<Timed> {
  const from = performance.now();
  const sent = await work();
  return { ...sent, ms: Math.round(performance.now() - from) };
}

/** How often each status was answered. */
function counted(answers: Sent[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const p99 = (answers: Timed[]) =>
  answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(answers.length * 0.99)];

it.each([
  ["one checkout", 1],
  ["as many checkouts", AT_ONCE],
])("a tenant's flood of confirms of %s leaves another's confirm its turn", async (what, checkouts) => {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  const { url, stop } = await startServer("server", settingsOf(databaseUrl, appKeys, jobsSecret));
  onTestFinished(() => stop());

  const [flooding, steady] = [await makeProvider(), await makeProvider()];
  const plan = (provider: TestProvider) => authorisedPlan(new Api(url, provider.key), provider);
  const confirm = ({ key }: TestProvider, { id, answer }: Scene) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const body = JSON.stringify(confirmBody(answer.body));
    return timed(() => send("POST", `${url}/v1/provider-checkouts/${id}/confirm`, headers, body));
  };
  const looked = await startedPlan(new Api(url, steady.key), steady);
  const look = () =>
    timed(() =>
      send("GET", `${url}/v1/provider-checkouts/${looked.id}`, { Authorization: `Bearer ${steady.key}` }),
    );

  async function round() {
    const alone = await confirm(steady, await plan(steady));
    const looksAlone: Timed[] = [];
    while (looksAlone.length < 100) looksAlone.push(await look());

    const scenes: Scene[] = [];
    while (scenes.length < checkouts) scenes.push(await plan(flooding));
    const own = await plan(steady);
    let isOver = false;
    const flood = Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => confirm(flooding, scenes[index % checkouts]!)),
    ).finally(() => {
      isOver = true;
    });
    const looking = (async () => {
      const looks: Timed[] = [];
      while (!isOver) looks.push(await look());
      return looks;
    })();
    const [beside, answers, looks] = await Promise.all([confirm(steady, own), flood, looking]);
    const signed = answers.filter(({ status }) => status === 200).map(({ bytes }) => JSON.parse(`${bytes}`));
    const documents = new Set(signed.map(({ agreement }) => agreement.agreement_id)).size;
    for (const { status } of answers) expect(status).toBe(200);
    if (checkouts === 1) expect(documents).toBeLessThanOrEqual(1);
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    console.error(
      `${AT_ONCE} confirms of ${what}: ${JSON.stringify(counted(answers))} within ${slowest} ms, ${documents} documents. ` +
        `Another's confirm: ${alone.ms} ms alone, ${beside.ms} ms beside them (${beside.status}). ` +
        `Its status at p99: ${p99(looksAlone)} ms alone, ${p99(looks)} ms beside them.`,
    );
    return { beside: beside.status, flooded: counted(answers) };
  }

  await confirm(steady, await plan(steady));
  const { beside, flooded } = await untilUndisturbed(
    `statuses of a flood of confirms of ${what}, and beside it`,
    round,
    (statuses) => statuses.beside === 200 && (checkouts > 1 || statuses.flooded[200] === AT_ONCE),
    ROUNDS,
  );
  expect(beside).toBe(200);
  if (checkouts === 1) expect(flooded).toEqual({ 200: AT_ONCE });
});
