import { expect, it, vi } from "vitest";
import { z } from "zod";
import { createHandler } from "./handler";
import { body } from "./operation";
import { createSecurityEvents } from "./security-events";

it("a client that goes away in the middle of its body is no fault of ours", async () => {
  const logFault = vi.fn();
  const handle = createHandler({
    access: null,
    requestLog: null,
    operations: [
      {
        id: "take",
        method: "POST",
        path: "/v1/take",
        summary: "",
        description: "",
        tag: "",
        access: "open",
        input: body(z.unknown()),
        responses: {},
        errors: [],
        receive: () => ({ warnings: [], run: async () => ({ status: 200, body: null }) }),
      },
    ],
    deps: null,
    environment: "sandbox",
    baseUrl: "http://host.test",
    jobsSecret: undefined,
    trustedProxyHops: 0,
    limits: null,
    findKey: async () => null,
    isUnavailable: () => false,
    logFault,
    security: createSecurityEvents(() => {}),
    meters: { request: () => () => {} },
  });
  const failing = (name: string) =>
    handle({
      method: "POST",
      path: "/v1/take",
      query: "",
      headers: { "content-type": "application/json" },
      readBody: () => Promise.reject(Object.assign(new Error("It ended"), { name })),
      address: "",
    });
  expect((await failing("ClientGone")).status).toBe(400);
  expect(logFault).not.toHaveBeenCalled();
  expect((await failing("Error")).status).toBe(500);
  expect(logFault).toHaveBeenCalledOnce();
});
