import { eq } from "drizzle-orm";
import { describe, expect, inject, it, type TestContext } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { openDatabase } from "../../lib/db/client";
import type { Id } from "../../lib/domain/ids";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { alertReasons } from "../jobs/place";
import { Api } from "../support/api";
import { attemptOf, chargedFor, makeDue } from "../support/charges";
import { makeDatabase } from "../support/database";
import { freshSettings } from "../support/fresh";
import { createGatewayServer } from "../support/gateway-server";
import { serveHere } from "../support/here";
import { listening } from "../support/listening";
import { makeProvider } from "../support/provider";
import { payNow, type Scene } from "../support/scenes";
import { freePort, startServer } from "../support/stack";

const SECRET = "the-secret-of-every-gateway-here";

/** A gateway of its own, with its own records, in a process that is not the service's. */
async function gatewayServer({ onTestFinished }: TestContext) {
  const database = openDatabase({
    url: await makeDatabase(inject("cluster")),
    poolSize: 5,
    prepare: true,
    name: "sandbox-gateway",
  });
  const gateway = createSandboxGateway(database.db);
  const { url, stop } = await listening(createGatewayServer(gateway, SECRET, gateway));
  onTestFinished(() => stop().then(database.close));
  return url;
}

/** The service over one database, each time with other settings. */
async function serviceOver(context: TestContext) {
  const settings = { ...(await freshSettings()), GATEWAY_SECRET: SECRET };
  return {
    settings,
    async with(own: Record<string, string>) {
      const here = await serveHere({ ...settings, ...own });
      context.onTestFinished(() => here.stop());
      return here;
    },
  };
}

const withSecret = (id: string, url: string) => `${id}=${url.replace("//", `//:${SECRET}@`)}`;
describe("a change of the gateway", () => {
  async function changed(context: TestContext) {
    const [first, second] = [await gatewayServer(context), await gatewayServer(context)];
    const service = await serviceOver(context);
    const before = await service.with({ GATEWAY_URL: first });
    const provider = await makeProvider({}, before.deps.db);
    const client = new Api(before.url, provider.key);
    const scene = await payNow(client, provider, "answer_lost");
    const attempt = (await attemptOf(provider, scene.body, before.deps.db))!;
    await makeDue(attempt.id, before.deps.db);
    return { first, second, service, before, provider, client, scene, attempt };
  }

  it("lets recovery close no charge of the one before", async (context) => {
    const { second, service, client, scene } = await changed(context);
    const after = await service.with({ GATEWAY_URL: second });
    expect(await tick(after.deps, new Date())).toMatchObject({ recovered: 0 });
    expect((await client.status(scene.id)).body.checkout_status).toBe("Payment Pending");
    expect(await alertReasons(after.deps)).toEqual([["outcome_unknown", "gateway_not_configured"]]);
    expect(await chargedFor(client, scene.body)).toEqual([1500]);
  });

  it("asks the one before about its own charges once it is named, and charges with the new one", async (context) => {
    const { first, second, service, before, provider, client, scene, attempt } = await changed(context);
    const id = new URL(first).host;
    const after = await service.with({ GATEWAY_URL: second, GATEWAY_EARLIER: withSecret(id, first) });
    expect(await tick(after.deps, new Date())).toMatchObject({ recovered: 1, alerts: 0 });
    expect((await client.status(scene.id)).body.checkout_status).toBe("Payment Processing");
    const next = new Api(after.url, provider.key);
    const { body } = await payNow(next, provider);
    expect((await gatewayOfOrder(before, body)) ?? null).toBe(new URL(second).host);
    expect(await reconcile(after.deps, new Date())).toMatchObject({ charges: 2, raised: 0 });
    expect(await chargedFor(next, scene.body)).toEqual([1500]);
    expect(await chargedFor(next, body)).toEqual([1500]);
    expect(attempt.id).toMatch(/^cat_/);

    async function gatewayOfOrder({ deps }: typeof before, body: Scene["body"]) {
      const made = (await attemptOf(provider, body, deps.db))!;
      const [row] = await deps.db
        .select({ gateway: chargeAttempt.gateway })
        .from(chargeAttempt)
        .where(eq(chargeAttempt.id, made.id as Id<"cat">));
      return row?.gateway;
    }
  });

  it("is none where the same gateway moves and keeps its id", async (context) => {
    const { first, service, client, scene } = await changed(context);
    const moved = first.replace("127.0.0.1", "localhost");
    const after = await service.with({ GATEWAY_URL: moved, GATEWAY_ID: new URL(first).host });
    expect(await tick(after.deps, new Date())).toMatchObject({ recovered: 1 });
    expect((await client.status(scene.id)).body.checkout_status).toBe("Payment Processing");
  });

  it("keeps a server from starting while charges of the one before are open, and names them", async (context) => {
    const { service, attempt } = await changed(context);
    const refusal = await startServer("server", {
      ...service.settings,
      GATEWAY_URL: `http://127.0.0.1:${await freePort()}`,
    }).then(
      async (server) => {
        await server.stop();
        return "it starts";
      },
      (error: Error) => error.message,
    );
    expect(refusal).toContain("1 charge");
    expect(refusal).toContain(attempt.id);
    expect(refusal).toContain("GATEWAY_EARLIER");
  });
});
