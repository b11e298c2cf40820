import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { webhookDelivery } from "../../drizzle/schema";
import { orderId, planBody } from "../support/bodies";
import { Api } from "../support/client";
import { makeEmptyDatabase } from "../support/database";
import { guideExamples, RUN_WITH_A_RECEIVER, runShell, variablesOf, workFolder } from "../support/examples";
import { until } from "../support/poll";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { startReceiver } from "../support/receiver";
import { freePort, type RunningProcess, startStack } from "../support/stack";

/** The guide on events with the guide's receiver beside it, in the order in which a provider goes through both. */
describe("the guide on events, with the receiver for Express", () => {
  const { folder, remove } = workFolder();
  /** Where the examples are run, which is not where they write: answers hold secrets. */
  const here = workFolder();
  let stack: Awaited<ReturnType<typeof startStack>>;
  let provider: TestProvider;
  let api: Api;
  let receiver: RunningProcess | undefined;
  let receiverUrl: string;
  let receiverStore: string;
  let port: number;

  beforeAll(async () => {
    const cluster = inject("cluster");
    stack = await startStack(cluster, { WEBHOOK_ALLOW_LOOPBACK: "on" }, ["server"]);
    provider = await makeProvider({}, database(stack.details.databaseUrl));
    api = new Api(stack.details.doors.server, provider.key);
    receiverStore = await makeEmptyDatabase(cluster);
    port = await freePort();
    receiverUrl = `http://127.0.0.1:${port}/webhooks/provider-checkout`;
  });
  afterAll(async () => {
    await receiver?.stop();
    await stack.stop();
    remove();
    here.remove();
  });

  /** Runs the one block of the guide that holds this text, and gives what it printed. */
  async function run(part: string): Promise<string> {
    const baseUrl = stack.details.doors.server;
    const blocks = guideExamples(baseUrl).filter(
      ({ slug, language, text }) =>
        slug === RUN_WITH_A_RECEIVER && language === "bash" && text.includes(part),
    );
    expect(blocks, part).toHaveLength(1);
    const text = blocks[0]!.text.replace(/https:\/\/enrol\.college\.example[^"]*/, receiverUrl);
    const known = text.includes("endpoint.json")
      ? ""
      : `ENDPOINT_ID=$(field "$WORK/endpoint.json" endpoint_id)`;
    const [, , printed] = await runShell([variablesOf(provider, baseUrl, folder), known, text], here.folder);
    expect(readdirSync(here.folder), "written where the examples are run").toEqual([]);
    return printed!;
  }

  const answer = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const start = async (secret: string) => {
    receiver = await startReceiver(receiverStore, secret, port);
  };
  /** Creates a plan and gives its order. */
  const enrol = async () => {
    const order = orderId();
    const created = await api.create(planBody(provider, { provider: { provider_order_id: order } }));
    expect(created.status).toBe(201);
    return order;
  };
  const untilPrinted = (line: string) =>
    until(`the receiver prints ${line}`, () => receiver!.output().includes(line));
  const logOf = async (order: string) => {
    await run("/deliveries?");
    const [event] = (await api.call("GET", "/v1/events?limit=100")).body.data.filter(
      (one: { data: { provider: { provider_order_id: string } } }) =>
        one.data.provider.provider_order_id === order,
    );
    return answer("deliveries.json").data.find((one: { event_id: string }) => one.event_id === event.id);
  };

  it("registers an endpoint, whose secret the receiver is started with", async () => {
    expect(await run('"event_types": []')).toBe("201\nenabled\n");
    await start(answer("endpoint.json").secret);
  });

  it("has a test delivered", async () => {
    expect(await run("/test")).toBe("202\npending\n");
    await untilPrinted("new payment_plan.signed");
  });

  it("has an enrolment's event delivered, and in the log with the receiver's answer", async () => {
    const order = await enrol();
    await untilPrinted(`new checkout.created ${order}`);
    const delivery = await until("the delivery is in the log", async () => {
      const found = await logOf(order);
      return found?.status === "delivered" && found;
    });
    expect(delivery.attempts).toMatchObject([{ response_status: 204 }]);
  });

  it("rotates the secret: the receiver changes over whenever it likes, and gets what happened while it was down", async () => {
    expect(await run("/rotate-secret")).toBe("200\n");
    await untilPrinted(`new checkout.created ${await enrol()}`);
    await receiver!.stop();
    const order = await enrol();
    const failed = await until("the first attempt has failed", async () => {
      const found = await logOf(order);
      return found?.attempts.length > 0 && found;
    });
    expect(failed).toMatchObject({ status: "pending", attempts: [{ response_status: null }] });
    await start(answer("rotated.json").secret);
    // On a slow machine the attempts of the first minute have gone by: the next is made now.
    await database(stack.details.databaseUrl)
      .update(webhookDelivery)
      .set({ dueAt: new Date() })
      .where(eq(webhookDelivery.status, "pending"));
    await untilPrinted(`new checkout.created ${order}`);
  });

  it("replays the last hour, of which the receiver knows everything", async () => {
    const [status, scheduled] = (await run("/replay")).trim().split("\n");
    expect(status).toBe("202");
    expect(Number(scheduled)).toBe(3);
    await until("all came again", () => receiver!.output().match(/^repeated /gm)?.length === 3);
  });

  it("lists the events", async () => {
    expect(await run("/v1/events?")).toBe(`200\n${"checkout.created\n".repeat(3)}`);
  });

  it("disables the endpoint and removes it", async () => {
    expect(await run("DELETE")).toBe("200\nrequested\n204\n");
  });
});
