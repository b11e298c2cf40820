import { describe, expect, it } from "vitest";
import { WAYS } from "../../e2e/stand-ins/pinch/days";
import { orderId } from "../../e2e/support/bodies";
import { authorityFor } from "../../e2e/support/debit-promises";
import { pinchScene } from "../../e2e/support/pinch";
import { freePort } from "../../e2e/support/stack";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";

const NOW = new Date("2026-12-07T12:00:00Z");
const ACCOUNT = { accountName: "M Chen", bsb: "062000", accountNumber: "12345678" };
const ENDING = WAYS.filter((way) => way !== "silent");

const { debitsTo, ledger, pinch } = pinchScene(NOW);
const timesMade = (key: string) => [...ledger().debits.values()].filter(({ nonce }) => nonce === key).length;

/** A processor that remembers no refusal, and a debit that it could make. */
async function asked() {
  const processor = debitsTo();
  const authority = await authorityFor(processor, ACCOUNT);
  const about = { providerId: "provider", key: `dbt-${orderId()}`, amountCents: 15_000 };
  return { processor, request: { ...about, authority, date: "2026-12-10", description: "Payment 1 of 4" } };
}

describe.each(["before", "after"] as const)("on a bad day, %s Pinch has done its work,", (when) => {
  it.each(ENDING)("a debit is made once, and never gets a wrong result: %s", async (way) => {
    const { processor, request } = await asked();
    pinch().misbehave("payments", way, when);
    const result = await processor.submit(request, NOW).catch((error) => {
      expect(error).toBeInstanceOf(GatewayOutcomeUnknown);
      return null;
    });
    const truth = await processor.find({ ...request, reference: null }, NOW);
    // Another amount is the service's to find.
    if (result && way !== "another amount") expect(result).toEqual(truth);
    expect(await processor.submit(request, NOW)).toMatchObject({ status: "pending" });
    expect(timesMade(request.key)).toBe(1);
  });

  it.each(ENDING)("a question never says that a debit is not there, or failed: %s", async (way) => {
    const { processor, request } = await asked();
    const result = await processor.submit(request, NOW);
    const made = ledger().debits.get(result.reference ?? "");
    const forgotten = `payments/payer/${made?.payer.id}`;
    for (const path of ["payments/nonce", `payments/${result.reference}`, forgotten]) {
      if (path === forgotten && made) made.nonce = null;
      pinch().misbehave(path, way, when);
      const told = await processor.find({ ...request, reference: null }, NOW).catch((error) => {
        expect(error).toBeInstanceOf(GatewayOutcomeUnknown);
        return result;
      });
      expect({ ...told, amountCents: 15_000 }).toEqual(result);
    }
  });

  it.each(ENDING)("a report is read later, if not now: %s", async (way) => {
    const { processor, request } = await asked();
    const providerId = `provider-${orderId()}`;
    const { reference } = await processor.submit({ ...request, providerId }, NOW);
    const later = new Date("2026-12-14T01:00:00Z");
    for (const path of ["events", "events/evt_20261214", `payments/${reference}`]) {
      // Nobody looks at these here.
      if (/^(an unknown|another|a nonce) /.test(way)) continue;
      pinch().misbehave(path, way, when);
      const first = await processor.changedSince(providerId, null, later).catch((error) => {
        expect(error).toBeInstanceOf(GatewayOutcomeUnknown);
        return null;
      });
      if (first?.keys.length !== 1)
        expect((await processor.changedSince(providerId, first?.cursor ?? null, later)).keys).toEqual([
          request.key,
        ]);
    }
  });

  it.each(ENDING)("an account is registered, or not: %s", async (way) => {
    const processor = debitsTo();
    const key = `dda-${orderId()}`;
    pinch().misbehave("payers", way, when, 2);
    const first = await authorityFor(processor, ACCOUNT, { key }).catch((error) => {
      expect(error).toBeInstanceOf(GatewayOutcomeUnknown);
      return null;
    });
    pinch().behave();
    const again = await authorityFor(processor, ACCOUNT, { key });
    // Pinch has no nonce for payers, so a request that arrives twice makes two, of which either will do.
    if (first !== null && way !== "a request that arrives twice") expect(again).toBe(first);
  });
});

it("nothing is sent where Pinch refuses the credentials, or is not there", async () => {
  const { request } = await asked();
  pinch().refuseCredentials(true);
  await expect(debitsTo().submit(request, NOW)).rejects.toThrow(GatewayNotReached);
  const nowhere = new URL(`http://127.0.0.1:${await freePort()}`);
  const elsewhere = debitsTo({ bases: { api: nowhere, auth: nowhere } });
  await expect(elsewhere.submit(request, NOW)).rejects.toThrow(GatewayNotReached);
  expect(timesMade(request.key)).toBe(0);
});

it("only in test mode, and only for a clock that is ahead, Pinch is asked to travel in time", async () => {
  const { processor, request } = await asked();
  const travelled = () => pinch().calls.at(-1)?.headers["time-travel"];
  await processor.find({ ...request, reference: null }, NOW);
  expect(travelled()).toBeUndefined();
  const ahead = new Date("2026-12-14T01:00:00Z");
  await processor.find({ ...request, reference: null }, ahead);
  expect(travelled()).toBe("2026-12-14T01:00:00.000Z");
  await debitsTo({ mode: "live" }).find({ ...request, reference: null }, ahead);
  expect(travelled()).toBeUndefined();
  expect(pinch().calls.at(-1)?.pathname).toMatch("/live/payments/");
});
