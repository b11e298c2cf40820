import { afterEach, expect, it } from "vitest";
import { type ApiRequest, INSTANCE } from "../../packages/http/types";
import { POST } from "./next-routes";

const published = globalThis as { [INSTANCE]?: unknown };
afterEach(() => {
  delete published[INSTANCE];
});

it("a client that goes away in the middle of its body is told from a fault of ours", async () => {
  let told: unknown;
  published[INSTANCE] = {
    handle: async ({ readBody }: ApiRequest) => {
      told = await readBody(100).catch((error) => error);
      return { status: 400, headers: {}, body: null };
    },
    received: () => null,
    followUpOf: () => null,
  };
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error("aborted")) });
  await POST(new Request("http://host.test/v1/x", { method: "POST", body, duplex: "half" } as RequestInit));
  expect(told).toMatchObject({ name: "ClientGone" });
});
