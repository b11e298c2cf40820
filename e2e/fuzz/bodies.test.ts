import fc from "fast-check";
import { beforeAll, describe, inject, it } from "vitest";
import { membersOf, type PublishedOperation, publishedOperations } from "../conformance/document";
import {
  isConfirm,
  isCreate,
  pathOf,
  rowOf,
  type Setting,
  sceneIn,
  setting,
  TABLE,
} from "../conformance/table";
import { type Body, confirmBody } from "../support/bodies";
import { confirmedPlan, startedPlan } from "../support/scenes";
import { DOORS, type Door } from "../support/stack";
import { bodies, FRESH_ORDER, texts } from "./arbitraries";
import {
  ANY_PAIR,
  afterConfirm,
  afterCreate,
  type Expected,
  expectedOf,
  expectedOfText,
  fresh,
  judge,
} from "./judge";
import {
  judgeConfirm,
  judgeCreate,
  judgeQuote,
  judgeSmall,
  SMALL_BODIES,
  type SmallMember,
  startsInTime,
} from "./oracle";
import { rightConfirms, rightPayNows, rightPlans } from "./right";
import { HANGS_MS, runsOf, SEED, tryOn } from "./runs";
import { webhookTrial } from "./webhook-bodies";

/** How many bodies a door gets for each operation, as values and as edited text. */
const RUNS: Record<Door, { values: number; texts: number }> = {
  server: { values: runsOf(2_000), texts: runsOf(2_000) / 4 },
  next: { values: Math.min(runsOf(100), 100), texts: 32 },
};

/** What one operation is tried with, and what the contract says of a body sent to it. */
interface Trial {
  path: string;
  right: fc.Arbitrary<unknown>;
  expected(body: unknown, isFreshOrder: boolean): Expected | null;
}

let operations: PublishedOperation[];
beforeAll(async () => {
  operations = await publishedOperations(inject("stack").doors.server);
});

async function trialsOf(operation: PublishedOperation, where: Setting): Promise<Trial[]> {
  const { client, provider } = where;
  const own = await webhookTrial(operation, where);
  if (own) return [own];
  if (isCreate(operation)) {
    const decided = (isFreshOrder: boolean) => afterCreate(provider.code, isFreshOrder);
    const expected = (body: unknown, isFreshOrder: boolean) =>
      expectedOf(body, judgeCreate(body), decided(isFreshOrder));
    return [
      { path: operation.path, right: rightPlans(provider), expected },
      { path: operation.path, right: rightPayNows(provider), expected },
    ];
  }
  if (operation.id === "quotePlan") {
    const right = rightPlans(provider).map(({ pricing, plan: { payment_type: _, ...plan } }) => ({
      pricing,
      plan,
    }));
    const decided = ({ plan }: Body): Expected | null => {
      const inTime = startsInTime(plan.first_payment_date);
      if (inTime === null) return null;
      return inTime ? { status: [200] } : { faults: new Set(["/plan/first_payment_date"]) };
    };
    return [
      {
        path: operation.path,
        right,
        expected: (body) => expectedOf(body, judgeQuote(body), decided),
      },
    ];
  }
  if (isConfirm(operation)) {
    const scenes = [
      ["Confirmed", await confirmedPlan(client, provider)],
      ["Awaiting Direct Debit", await startedPlan(client, provider)],
    ] as const;
    return scenes.map(([status, { id, answer }]) => {
      const right: Body = confirmBody(answer.body);
      const decided = afterConfirm(right, operation.id.endsWith("Legacy"), status);
      return {
        path: pathOf(operation, id),
        right: rightConfirms(right),
        expected: (body) => expectedOf(body, judgeConfirm(body), decided),
      };
    });
  }
  const { on, success } = rowOf(operation);
  const scene = on && (await sceneIn(on, where));
  const asks = (Object.keys(SMALL_BODIES) as SmallMember[]).find(
    (name) => operation.body!.properties?.[name],
  );
  // A charge has one outcome: after the first answer no other waits.
  const status = asks === "outcome" ? [success, 409] : [success];
  return [
    {
      path: pathOf(operation, scene?.id),
      right: asks ? fc.constantFrom<Body>(...SMALL_BODIES[asks]) : fc.constant({}),
      expected: (body) => expectedOf(body, judgeSmall(body, asks), () => ({ status })),
    },
  ];
}

const withBody = Object.keys(TABLE).filter((id) => TABLE[id]!.body);

describe.each(DOORS)(`fuzzed bodies, seed ${SEED}, through the %s entry point`, (door) => {
  it.each(withBody)(
    "%s never fails on one, accepts none that is wrong, refuses none that is right, and names each fault",
    { timeout: HANGS_MS },
    async (id) => {
      const where = await setting(door);
      const operation = operations.find((one) => one.id === id)!;
      const pointers = new Set(["", ...membersOf(operation.body!).map(({ pointer }) => pointer)]);
      if (pointers.has("/metadata")) pointers.add(ANY_PAIR);
      if (pointers.has("/event_types")) for (let at = 0; at < 60; at++) pointers.add(`/event_types/${at}`);
      const trials = await trialsOf(operation, where);
      for (const { path, right, expected } of trials) {
        const send = (raw: string) => where.client.call("POST", path, { raw });
        await tryOn(bodies(operation.body!, right), RUNS[door].values / trials.length, async (made) => {
          const isFreshOrder = (made as Body)?.provider?.provider_order_id === FRESH_ORDER;
          const body = fresh(made);
          const sent = JSON.stringify(body);
          judge(await send(sent), sent, expected(body, isFreshOrder), pointers);
        });
        await tryOn(texts(right), RUNS[door].texts / trials.length, async (made) => {
          const sent = made(fresh);
          const isEmpty = sent === "" && !operation.bodyRequired;
          const said = isEmpty
            ? { status: [rowOf(operation).success] }
            : expectedOfText(sent, (body) => expected(body, false));
          judge(await send(sent), sent, said, pointers, true);
        });
      }
    },
  );
});
