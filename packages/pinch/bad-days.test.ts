import { describe, expect, it } from "vitest";
import { WAYS } from "../../e2e/stand-ins/pinch/days";
import { pinchScene } from "../../e2e/support/pinch";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";

const { gatewayTo, pinch, requestOf, timesCharged } = pinchScene();

const NEVER_ENDS = ["silent"];

describe.each(["before", "after"] as const)("on a bad day, %s Pinch has done its work,", (when) => {
  it.each(WAYS.filter((way) => !NEVER_ENDS.includes(way)))(
    "a charge never gets a wrong result: %s",
    async (way) => {
      const own = gatewayTo();
      const [paid, declined] = [requestOf(), requestOf("insufficient-funds")];
      for (const request of [paid, declined]) {
        pinch().misbehave("payments/realtime", way, when);
        const result = await own
          .charge(request, async () => true)
          .catch((error) => {
            expect(error).toBeInstanceOf(GatewayOutcomeUnknown);
            return null;
          });
        const truth = await own.findCharge(request.key);
        // Another amount is the service's to find.
        if (result && way !== "another amount") expect(result).toEqual(truth);
        expect(timesCharged(request)).toBe(truth?.status === "succeeded" ? 1 : 0);
      }
    },
  );

  it.each(WAYS.filter((way) => !NEVER_ENDS.includes(way)))(
    "a question never says that a charge is not there: %s",
    async (way) => {
      const own = gatewayTo();
      const request = requestOf();
      const result = await own.charge(request);
      for (const ask of [
        () => own.findCharge(request.key),
        () => own.closeCharge(request.key, "until:2000-01-01T00:00:00Z"),
      ]) {
        pinch().misbehave("payments/nonce", way, when);
        const told = await ask().catch((error) => {
          expect(error).toBeInstanceOf(GatewayOutcomeUnknown);
          return result;
        });
        expect({ ...told, amountCents: 1500 }).toEqual(result);
      }
    },
  );
});
