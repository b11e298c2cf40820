import { describe, expect, it } from "vitest";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { isUnavailable } from "./deps";

describe("what is unavailable for a moment", () => {
  it("is a gateway that was not reached, and no other fault", () => {
    expect(isUnavailable(new GatewayNotReached("refused"))).toBe(true);
    expect(isUnavailable(new GatewayOutcomeUnknown("lost"))).toBe(false);
    expect(isUnavailable(new Error("broken"))).toBe(false);
  });
});
