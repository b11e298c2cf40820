import { createServer, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { listening } from "../../e2e/support/listening";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { withTimeout } from "../../server/instance/around";
import { createHttpGateway } from "./http-client";

const gatewayAt = (url: string) =>
  createHttpGateway({ id: "g", url, secret: () => "s", mode: "test", timeoutMs: 1_000 });
const gateway = gatewayAt("http://gateway.test");
const CHARGE = { key: "k", providerId: "p", providerOrderId: "o", amountCents: 1500, token: "t" };

function failWith(cause: unknown) {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed", { cause })));
}
const systemError = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });

afterEach(() => vi.unstubAllGlobals());

describe("a request without an answer", () => {
  it.each([
    ["a refused connection", systemError("ECONNREFUSED", "connect")],
    ["an unreachable host", systemError("EHOSTUNREACH", "connect")],
    ["a connection that timed out while it was made", systemError("ETIMEDOUT", "connect")],
    ["an unknown name", systemError("ENOTFOUND", "getaddrinfo")],
    ["fetch's own limit for connecting", systemError("UND_ERR_CONNECT_TIMEOUT")],
    [
      "no address that could be connected to",
      new AggregateError([systemError("ECONNREFUSED", "connect"), systemError("ENETUNREACH", "connect")]),
    ],
  ])("was not sent: %s", async (_, cause) => {
    failWith(cause);
    await expect(gateway.charge(CHARGE)).rejects.toThrow(GatewayNotReached);
  });

  it.each([
    ["a host that became unreachable while reading", systemError("EHOSTUNREACH", "read")],
    ["a network that became unreachable while writing", systemError("ENETUNREACH", "write")],
    ["a reset connection", systemError("ECONNRESET", "read")],
    ["a refusal of which nobody knows when it came", systemError("ECONNREFUSED")],
    ["a closed socket", systemError("UND_ERR_SOCKET")],
    ["no cause", undefined],
    ["several of which one may have been sent", new AggregateError([systemError("ECONNRESET", "read")])],
    ["several of which none is named", new AggregateError([])],
  ])("may have charged: %s", async (_, cause) => {
    failWith(cause);
    await expect(gateway.charge(CHARGE)).rejects.toThrow(GatewayOutcomeUnknown);
  });
});

it("a request that does not end when it is told to is given up all the same", async () => {
  const never = new Promise<never>(() => {});
  vi.stubGlobal("fetch", () => never);
  await expect(gateway.charge(CHARGE)).rejects.toThrow(GatewayOutcomeUnknown);
  vi.stubGlobal("fetch", async () => new Response(new ReadableStream({ pull: () => never })));
  await expect(gateway.charge(CHARGE)).rejects.toThrow(GatewayOutcomeUnknown);
});

describe("a response that is not a result", () => {
  const respond = (response: () => Response) => vi.stubGlobal("fetch", () => Promise.resolve(response()));

  it.each([401, 403, 404, 409, 429, 500, 502, 503])("may have charged: status %i", async (status) => {
    respond(() => new Response("{}", { status }));
    await expect(gateway.charge(CHARGE)).rejects.toThrow(GatewayOutcomeUnknown);
  });

  it("may have charged: 400 MB, of which it reads no more than a list may have", async () => {
    let sent = 0;
    const chunk = new Uint8Array(1_000_000).fill(32);
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        if (sent > 400_000_000) controller.close();
        else controller.enqueue(chunk);
      },
    });
    respond(() => new Response(body));
    await expect(gateway.charge(CHARGE)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(sent).toBeLessThan(20_000_000);
  });

  it.each([401, 403])(
    "after a %i it takes no charges until it accepts a harmless request",
    async (status) => {
      const own = gatewayAt("http://gateway.test");
      expect(await own.takesCharges()).toBe(true);
      respond(() => new Response("{}", { status }));
      await expect(own.charge(CHARGE)).rejects.toThrow(GatewayOutcomeUnknown);
      expect(await own.takesCharges()).toBe(false);
      failWith(systemError("ECONNREFUSED", "connect"));
      expect(await own.takesCharges(), "nobody is there").toBe(false);
      const asked: string[] = [];
      vi.stubGlobal("fetch", (url: URL) => {
        asked.push(url.pathname);
        return Promise.resolve(Response.json({ key: "probe", amountCents: null, status: "closed" }));
      });
      expect(await own.takesCharges()).toBe(true);
      expect(await own.takesCharges()).toBe(true);
      expect(asked).toEqual(["/charges/probe/close"]);
    },
  );

  it("while another process says that it was refused, it takes charges only once it accepts a harmless request", async () => {
    const own = gatewayAt("http://gateway.test");
    for (const answer of [() => new Response("{}", { status: 500 }), () => new Response("<html>")]) {
      respond(answer);
      expect(await own.takesCharges(true)).toBe(false);
    }
    respond(() => Response.json({ key: "probe", amountCents: null, status: "closed" }));
    expect(await own.takesCharges(true)).toBe(true);
  });
});

describe("an answer", () => {
  const answerWith = (body: string) => {
    const asked: URL[] = [];
    vi.stubGlobal("fetch", (url: URL) => {
      asked.push(url);
      return Promise.resolve(new Response(body));
    });
    return asked;
  };

  it("that was cut off does not say that a key was never seen", async () => {
    for (const body of ["", '{"status":"succ', "nul"]) {
      answerWith(body);
      await expect(gateway.findCharge("k")).rejects.toThrow(GatewayOutcomeUnknown);
    }
    answerWith("null");
    expect(await gateway.findCharge("k")).toBeNull();
  });

  it.each(["https://host.test/cards/v2", "https://host.test/cards/v2/"])(
    "is asked for under the path of %s",
    async (url) => {
      const asked = answerWith("[]");
      await gatewayAt(url).listCharges(new Date(0));
      expect(asked[0]!.href).toBe("https://host.test/cards/v2/charges?since=1970-01-01T00%3A00%3A00.000Z");
    },
  );
});

describe("a list", () => {
  const TIMEOUT_MS = 2_000;
  /** As the service has it. */
  async function answering(answer: (response: ServerResponse) => Promise<unknown>) {
    const { url, stop } = await listening(createServer((_, response) => void answer(response)));
    onTestFinished(stop);
    const own = { id: "g", url, secret: () => "s", mode: "test", timeoutMs: TIMEOUT_MS } as const;
    return withTimeout(createHttpGateway(own), TIMEOUT_MS);
  }

  it("may arrive for longer than a gateway may be silent", async () => {
    const gateway = await answering(async (response) => {
      response.write("[");
      for (const until = performance.now() + 2 * TIMEOUT_MS; performance.now() < until; await setTimeout(50))
        response.write(" ".repeat(16 * 1024));
      response.end("]");
    });
    expect(await gateway.listCharges(new Date(0))).toEqual([]);
  });

  it("is given up where it drips", async () => {
    const gateway = await answering(async (response) => {
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    });
    await expect(gateway.listCharges(new Date(0))).rejects.toThrow(GatewayOutcomeUnknown);
  });

  it.each(["", "["])("is given up once nothing more comes after '%s'", async (begun) => {
    const gateway = await answering(async (response) => response.write(begun));
    await expect(gateway.listCharges(new Date(0))).rejects.toThrow(GatewayOutcomeUnknown);
  });
});
