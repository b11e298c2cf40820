import { expect, it, onTestFinished } from "vitest";
import type { When } from "../../e2e/stand-ins/pinch/days";
import { startPinchStandIn } from "../../e2e/stand-ins/pinch/server";
import { attemptsAt } from "../../e2e/support/charge-attempts";
import { PINCH_CREDENTIALS } from "../../e2e/support/pinch";
import type { ChargeRequest } from "../../lib/gateway/port";
import { createPinchGateway } from "./gateway";

const ROUNDS = 100;
const WAYS = ["lost", "reset", "500", "a request that arrives twice", "401"] as const;

it("of some hundred charges, each of which races a close, none is made twice, and none under a closed key", async () => {
  let clock = new Date("2026-11-01T00:00:00.000Z");
  const now = () => clock;
  const pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS, now });
  onTestFinished(() => pinch.close());
  const { ledgers, bases } = pinch;
  const account = { id: "gwa_pinch", mode: "test", externalAccount: null, timeoutMs: 120_000 } as const;
  const gateway = createPinchGateway({ ...account, secret: () => PINCH_CREDENTIALS, bases, now });
  const attempts = attemptsAt(gateway);
  const requests = Array.from(
    { length: 4 * ROUNDS },
    (_, number): ChargeRequest => ({
      key: `key-${number}`,
      providerId: "provider",
      providerOrderId: `ORD-${number}`,
      amountCents: 1500,
      token: ledgers.test.tokenFor(number % 7 === 0 ? "insufficient-funds" : "approved"),
    }),
  );
  const told = new Map<string, string>();

  async function race(request: ChargeRequest, number: number) {
    const charging = Promise.allSettled([attempts.charge(request)]);
    // So that some closings come before anything is sent, and some after.
    for (let turn = 0; turn < number % 11; turn++) await new Promise(setImmediate);
    const closing = await Promise.allSettled([attempts.closeCharge(request.key)]);
    const outcomes = [...(await charging), ...closing];
    for (const outcome of outcomes)
      if (outcome.status === "fulfilled" && outcome.value.status !== "cannot_close")
        told.set(request.key, outcome.value.status);
  }

  for (let round = 0; round < ROUNDS; round++) {
    const when: When = round % 2 === 0 ? "before" : "after";
    const way = WAYS[round % WAYS.length] ?? "lost";
    pinch.misbehave("payments/realtime", way, when, 2);
    if (round % 3 === 0) pinch.misbehave("payments/nonce", way, when, 1);
    if (round % 5 === 0) pinch.expireBearers();
    await Promise.all(
      requests.slice(4 * round, 4 * round + 4).map((one, place) => race(one, 4 * round + place)),
    );
    pinch.behave();
  }
  // Requests that are still on their way arrive after their bearers have expired.
  const late = requests.slice(0, 8).map((request) => ({ ...request, key: `late-${request.key}` }));
  const letGo = pinch.hold("payments/realtime");
  const charging = Promise.allSettled(late.map((request) => attempts.charge(request)));
  await expect
    .poll(() => late.every(({ key }) => attempts.references.has(key)), { timeout: 120_000 })
    .toBe(true);
  clock = new Date(clock.getTime() + 2 * 3_600_000);
  const ends = new Map<string, string>();
  for (const { key } of [...requests, ...late]) ends.set(key, (await attempts.closeCharge(key)).status);
  letGo();
  await charging;

  const counts = { succeeded: 0, declined: 0, closed: 0 };
  for (const { key } of [...requests, ...late]) {
    const end = ends.get(key) ?? "";
    expect(Object.keys(counts), key).toContain(end);
    // Whatever was said while they raced is still true.
    if (told.has(key)) expect(end, key).toBe(told.get(key));
    expect(ledgers.test.timesCharged(key), key).toBe(end === "succeeded" ? 1 : 0);
    if (end === "succeeded") counts.succeeded++;
    else if (end === "declined") counts.declined++;
    else counts.closed++;
  }
  expect(late.map(({ key }) => ends.get(key))).toEqual(late.map(() => "closed"));
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(10);
});
