import { describe, expect, it } from "vitest";
import { expectProblem, newCaller } from "../../support/api";
import { planBody } from "../../support/bodies";
import type { TestProvider } from "../../support/provider";
import { DOORS } from "../../support/stack";

const quote = (value: unknown) => JSON.stringify(value);

describe.each(DOORS)("JSON bodies, through the %s entry point", (door) => {
  async function setting() {
    const { provider, client } = await newCaller(door);
    const send = (raw: string | Uint8Array, headers?: Record<string, string>) =>
      client.call("POST", "/v1/provider-checkouts", { raw, headers });
    return { provider, client, send };
  }
  const with_ = (provider: TestProvider, text: string) => `${quote(planBody(provider)).slice(0, -1)}${text}}`;

  it("64 KiB are read to the byte, in bytes and not characters, and one more is body_too_large", async () => {
    const { provider, send } = await setting();
    const sized = (bytes: number, filler: string) => {
      const bare = with_(provider, `,"extra":""`);
      const room = bytes - Buffer.byteLength(bare);
      const width = Buffer.byteLength(filler);
      const text = filler.repeat(Math.floor(room / width)) + "y".repeat(room % width);
      return bare.replace(`"extra":""`, `"extra":"${text}"`);
    };
    expect((await send(sized(65_536, "😀"))).status).toBe(201);
    expectProblem(await send(sized(65_537, "😀")), 413, "body_too_large");
  });

  it("a body sent in pieces, without its length, has the same limit", async () => {
    const { provider, client } = await setting();
    const url = `${client.url}/v1/provider-checkouts`;
    const send = async (pieces: string[]) => {
      const body = new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      });
      const headers = { Authorization: `Bearer ${provider.key}`, "Content-Type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
      await response.arrayBuffer();
      return response.status;
    };
    const text = quote(planBody(provider));
    expect(await send([text.slice(0, 50), text.slice(50)])).toBe(201);
    expect(await send(Array.from({ length: 9 }, () => " ".repeat(8192)))).toBe(413);
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "Application/JSON ; Charset=utf-8",
  ])("Content-Type %s, sent as it is, is JSON", async (type) => {
    const { provider, send } = await setting();
    const headers = { "Content-Type": type, "Content-Encoding": "identity" };
    expect((await send(quote(planBody(provider)), headers)).status).toBe(201);
  });
});
