import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { faultsOf, inSandbox, SANDBOX } from "../../e2e/support/settings";
import { currentGateway } from "./gateways";

const SECRET = randomBytes(24).toString("base64url");

describe("the gateways", () => {
  it("that charged before are read with their secrets, which their addresses do not keep", () => {
    expect(
      inSandbox({ GATEWAY_EARLIER: `cards.test=https://:${SECRET}@cards.test/v2,old=https://old.test` })
        .GATEWAY_EARLIER,
    ).toEqual([
      { id: "cards.test", url: "https://cards.test/v2", secret: SECRET },
      { id: "old", url: "https://old.test", secret: undefined },
    ]);
  });

  it.each([
    [{}, "sandbox"],
    [{ GATEWAY_URL: "https://Cards.test:8443/v2/" }, "cards.test:8443/v2"],
    [{ GATEWAY_URL: "https://cards.test" }, "cards.test"],
    [{ GATEWAY_URL: "https://cards.test", GATEWAY_ID: "our-bank" }, "our-bank"],
    [{ GATEWAY_ID: "our-bank" }, "our-bank"],
  ])("are known by their address unless they are named: %j", (settings, id) => {
    expect(currentGateway(settings).id).toBe(id);
  });

  it("must each be another one", () => {
    for (const list of ["a=https://a.test,a=https://b.test", "cards.test=https://x.test"])
      expect(faultsOf({ ...SANDBOX, GATEWAY_URL: "https://cards.test", GATEWAY_EARLIER: list })).toEqual([
        "GATEWAY_EARLIER: uses an id twice, or the id of the gateway that charges. Give each its own id, and leave out the one that charges.",
      ]);
    expect(faultsOf({ ...SANDBOX, GATEWAY_EARLIER: "sandbox" })).toHaveLength(1);
  });

  it.each([
    "",
    ",",
    "a",
    "a=",
    "a=ftp://a.test",
    "A=https://a.test",
    "a=https://",
    "a=https://a.test,",
    "a=https://b:c@a.test",
  ])("are written as id=address: not %j", (list) => {
    expect(faultsOf({ ...SANDBOX, GATEWAY_EARLIER: list })).toEqual(
      list === ""
        ? []
        : [
            "GATEWAY_EARLIER: must be a list of id=https://:secret@host entries, or sandbox for the one inside this process.",
          ],
    );
  });
});
