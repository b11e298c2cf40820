import { afterAll, afterEach, beforeAll } from "vitest";
import type { ChargeRequest } from "../../lib/gateway/port";
import { createPinchDebits } from "../../packages/pinch/debits";
import { createPinchGateway } from "../../packages/pinch/gateway";
import { type PinchStandIn, startPinchStandIn } from "../stand-ins/pinch/server";

export const PINCH_CREDENTIALS = "app_standIn:sk_test_standIn";

/** Pinch's stand-in for the tests of a file, which it serves at a time of their own, and an account there. */
export function pinchScene(from = new Date()) {
  let clock = from;
  let keys = 0;
  let pinch: PinchStandIn;
  let gateway: ReturnType<typeof createPinchGateway>;
  const now = () => clock;

  type Account = Parameters<typeof createPinchGateway>[0];
  const accountWith = (more: Partial<Account>): Account => ({
    id: "gwa_pinch",
    mode: "test",
    secret: () => PINCH_CREDENTIALS,
    externalAccount: null,
    timeoutMs: 120_000,
    bases: pinch.bases,
    now,
    ...more,
  });
  const gatewayTo = (more: Partial<Account> = {}) => createPinchGateway(accountWith(more));
  const debitsTo = (more: Partial<Account> = {}) => createPinchDebits(accountWith(more));

  beforeAll(async () => {
    pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS, now });
    gateway = gatewayTo();
  });
  afterAll(() => pinch.close());
  afterEach(() => {
    pinch.behave();
    pinch.refuseCredentials(false);
    Object.assign(pinch.ledgers.test.settings, {
      dishonoursAs: 201,
      dishonourKeepsNonce: true,
      refundsAreEarly: false,
      listIsBare: false,
      amountsAreStrings: false,
    });
    Object.assign(pinch.ledgers.test.ofDebits, {
      hiddenDays: new Set(),
      eventShape: "payments",
      eventCasing: "camel",
    });
  });

  return {
    gatewayTo,
    debitsTo,
    now,
    pinch: () => pinch,
    gateway: () => gateway,
    ledger: () => pinch.ledgers.test,
    /** Lets time go by. */
    pass(milliseconds: number) {
      clock = new Date(clock.getTime() + milliseconds);
    },
    requestOf(outcome = "approved", card?: string): ChargeRequest {
      keys += 1;
      return {
        key: `key-${keys}`,
        providerId: "provider",
        providerOrderId: `ORD-${keys}`,
        amountCents: 1500,
        token: pinch.ledgers.test.tokenFor(outcome, card),
      };
    },
    /** Fails a refund late. */
    sendBack(key: string) {
      for (const refund of pinch.ledgers.test.refunds.values())
        if (refund.nonce === key) refund.status = "failed";
    },
    timesCharged: ({ key }: ChargeRequest) => pinch.ledgers.test.timesCharged(key),
  };
}
