import { afterAll, beforeAll, expect, it } from "vitest";
import { type CardGateway, GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { attemptsAt } from "../support/charge-attempts";
import { startStripe, stripeRequest } from "../support/stripe";
import { chances } from "../support/unreliable-debits";

const CHARGES = 1_000;
const AT_ONCE = 40;
const CARDS = ["visa", "visa", "visa_chargeDeclined", "threeDSecure2Required"];
const STEPS = [/^POST \/v1\/payment_intents$/, /confirm$/, /cancel$/, /^GET/];
const WAYS = ["reset", "500", "html", "409"] as const;

let stripe: Awaited<ReturnType<typeof startStripe>>;
let gateway: CardGateway;

beforeAll(async () => {
  stripe = await startStripe();
  stripe.days.isSearchBehind = true;
  gateway = stripe.adapter();
});
afterAll(() => stripe.close());

type Attempt = ReturnType<typeof attemptOf>;

const attemptOf = (card: string) => ({ ...attemptsAt(gateway), request: stripeRequest(card) });

/** What it said; null if it said that the outcome is not known. */
async function said<T>(work: Promise<T>): Promise<T | { status: "not_reached" } | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GatewayNotReached) return { status: "not_reached" };
    if (error instanceof GatewayOutcomeUnknown) return null;
    throw error;
  }
}

/** Sends the charge, perhaps twice, and closes its key meanwhile; the student may be on the bank's page. */
async function race(
  { request, charge, closeCharge, references }: Attempt,
  chance: (below: number) => number,
) {
  const after = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  };
  const completes = async () => {
    const reference = references.get(request.key);
    if (reference && stripe.account.intents.get(reference)?.status === "requires_action")
      stripe.account.act(reference, chance(3) > 0);
  };
  const sent = Array.from({ length: 1 + chance(2) }, () => said(charge(request)));
  const closing = after(chance(60)).then(() => said(closeCharge(request.key)));
  const acting = Promise.all(sent).then(completes);
  return { charged: await Promise.all(sent), closed: await closing, acted: await acting };
}

/** The bank's page may still be open when all is over. */
async function completeLate({ request, references }: Attempt) {
  const page = new URL(`3d_secure/${references.get(request.key)}`, stripe.address);
  if (!request.token.includes("threeDSecure")) return;
  const body = new URLSearchParams({ outcome: "complete" });
  await fetch(page, { method: "POST", body, redirect: "manual" });
}

it(`${CHARGES} charges each race a close while responses are lost and keys forgotten: none charges twice, and none after it was closed`, async () => {
  const chance = chances(1);
  const raced: ({ attempt: Attempt } & Awaited<ReturnType<typeof race>>)[] = [];
  for (let done = 0; done < CHARGES; done += AT_ONCE) {
    for (const [at, on] of STEPS.entries())
      stripe.misbehave({
        way: WAYS[(at + chance(WAYS.length)) % WAYS.length] ?? "reset",
        when: chance(2) === 0 ? "before" : "after",
        times: 4 + chance(6),
        on,
      });
    const attempts = Array.from({ length: AT_ONCE }, (_, at) =>
      attemptOf(CARDS[at % CARDS.length] ?? "visa"),
    );
    const racing = attempts.map(async (attempt) => ({ attempt, ...(await race(attempt, chance)) }));
    stripe.forgetKeys();
    const forgetting = setInterval(stripe.forgetKeys);
    raced.push(...(await Promise.all(racing)));
    clearInterval(forgetting);
    stripe.behave();
  }
  const ends = new Map<string, number>();
  for (const { attempt, charged, closed } of raced) {
    const { request, findCharge, closeCharge } = attempt;
    const end = (await findCharge(request.key)) ?? (await closeCharge(request.key));
    await completeLate(attempt);
    const paid = stripe.paid(request.key).length;
    expect(paid, "times that it was charged").toBe(end.status === "succeeded" ? 1 : 0);
    for (const told of [...charged, closed]) {
      if (told?.status === "succeeded") expect(paid, "told as paid").toBe(1);
      if (told?.status === "closed" || told?.status === "declined") expect(paid, told.status).toBe(0);
    }
    const isOnce = charged.length === 1;
    if (isOnce && charged[0]?.status === "not_reached") expect(paid, "not reached").toBe(0);
    ends.set(end.status, (ends.get(end.status) ?? 0) + 1);
  }
  expect(raced).toHaveLength(CHARGES);
  // The test is worth nothing where one side always wins.
  for (const status of ["succeeded", "declined", "closed"]) expect(ends.get(status)).toBeGreaterThan(50);
});
