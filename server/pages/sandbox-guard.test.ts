import { describe, expect, it } from "vitest";
import { createSandboxGuard, isOfSandbox } from "./sandbox-guard";

const PASSWORD = "a-password-of-the-demo";
const LOCAL = { host: "127.0.0.1", baseUrl: "http://localhost:3000", password: undefined };
const HERE = { host: "localhost:3000" };
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

describe("what a sandbox keeps", () => {
  it.each<[string, object, Record<string, string>, string, string]>([
    ["is open to this machine", {}, HERE, "127.0.0.1", "open"],
    ["is open to it by IPv6", {}, { host: "[::1]:3000" }, "::ffff:127.0.0.1", "open"],
    ["is open to it where the server listens on every address", { host: undefined }, HERE, "::1", "open"],
    ["is closed to another machine", { host: undefined }, HERE, "192.0.2.1", "closed"],
    ["is closed to nobody knows whom", {}, HERE, "", "closed"],
    ["is closed to a name that was made to lead here", {}, { host: "evil.test:3000" }, "127.0.0.1", "closed"],
    [
      "is closed to such a name with a user before it",
      {},
      { host: "evil@localhost:3000" },
      "127.0.0.1",
      "closed",
    ],
    ["is closed to a request without a name", {}, {}, "127.0.0.1", "closed"],
    ["is closed where HOST lets others in", { host: "0.0.0.0" }, HERE, "127.0.0.1", "closed"],
    ["is closed where HOST lets others in by IPv6", { host: "::" }, HERE, "::1", "closed"],
    ["is open where HOST is IPv6's loopback", { host: "::1" }, HERE, "::1", "open"],
    ["is closed at a public address", { baseUrl: "https://demo.test" }, HERE, "127.0.0.1", "closed"],
    ["asks for a password that is set", { password: PASSWORD }, HERE, "127.0.0.1", "password"],
    ["asks again after a wrong one", { password: PASSWORD }, basic("a", "b"), "127.0.0.1", "password"],
    ["opens with it", { password: PASSWORD, host: "0.0.0.0" }, basic("any", PASSWORD), "192.0.2.1", "open"],
    ["opens with it and no user", { password: PASSWORD }, basic("", PASSWORD), "", "open"],
    ["takes nothing else for it", { password: PASSWORD }, { authorization: PASSWORD }, "", "password"],
  ])("%s", (_, changes, headers, address, verdict) => {
    const guard = createSandboxGuard({ ...LOCAL, ...changes });
    expect(guard.verdictOn(new Headers(headers), { address, isForwarded: false })).toBe(verdict);
  });

  it("is closed behind a proxy of this machine, and where no connection is known", () => {
    const guard = createSandboxGuard(LOCAL);
    const headers = new Headers(HERE);
    expect(guard.verdictOn(headers, { address: "127.0.0.1", isForwarded: true })).toBe("closed");
    expect(guard.verdictOn(headers, undefined)).toBe("closed");
  });

  it("lies below /sandbox", () => {
    expect(["/sandbox", "/sandbox/mail/x", "/sandboxes", "/docs"].map(isOfSandbox)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
