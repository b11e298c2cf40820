import { SpanKind, trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { tick } from "../../lib/jobs/tick";
import { newWebhookSecret } from "../../packages/net/signature";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { startTracing } from "../../packages/tracing/span";
import { Api } from "../support/api";
import { cardToken, payNowBody } from "../support/bodies";
import { linesWith, newCanaries } from "../support/canaries";
import { makeDatabase } from "../support/database";
import { createGatewayServer } from "../support/gateway-server";
import { serveHere } from "../support/here";
import { listening } from "../support/listening";
import { database, makeProvider } from "../support/provider";
import { sharedSettings } from "../support/shared";
import { startReceiver } from "../webhooks/receiver";
import { makeEndpoint } from "../webhooks/scene";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";

/** As an operator's `--import` does it. */
function loadSdk() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  return exporter;
}

/** The service with a gateway in another process's place, an endpoint that takes events, and what it is asked for. */
async function scene() {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const db = database(databaseUrl);
  const secret = "x".repeat(32);
  const gateway = createGatewayServer(createSandboxGateway(db), secret);
  const told: (string | undefined)[] = [];
  gateway.prependListener("request", ({ headers }) => told.push(headers.traceparent as string | undefined));
  const { url, stop } = await listening(gateway);
  onTestFinished(stop);
  const own = { DATABASE_URL: databaseUrl, GATEWAY_URL: url, GATEWAY_SECRET: secret };
  const server = await serveHere(sharedSettings({ ...own, WEBHOOK_ALLOW_LOOPBACK: "on" }));
  onTestFinished(() => server.stop());
  const provider = await makeProvider({}, db);
  const webhookSecret = newWebhookSecret();
  const receiver = await startReceiver(webhookSecret);
  onTestFinished(() => receiver.stop());
  await makeEndpoint(server.deps, provider, { url: receiver.url, secret: webhookSecret });
  const { student, metadata } = newCanaries();
  const token = cardToken();
  const body = payNowBody(provider, {
    student,
    metadata: Object.fromEntries([metadata]),
    card_payment: { token },
  });
  const client = new Api(server.url, provider.key);
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  const answer = await client.create(body, { headers });
  expect(answer.status, answer.text).toBe(201);
  await tick(server.deps);
  expect(receiver.received.length).toBeGreaterThan(0);
  const { provider_order_id: order } = body.provider;
  const secrets = [
    ...Object.values(student),
    ...metadata,
    token,
    provider.key,
    answer.body.checkout_token ?? token,
    order,
  ];
  return { db, server, provider, client, receiver, told, answer, secrets, webhookSecret };
}

it("a trace goes on from the caller through SQL and gateway to the delivery, and holds nothing of what was sent", async () => {
  const exporter = loadSdk();
  const stop = startTracing();
  onTestFinished(stop);
  // Next would record the paths of pages, which hold secrets.
  expect(trace.getTracer("next.js").startSpan("GET /e/a-secret").isRecording()).toBe(false);
  const { db, client, receiver, told, secrets, webhookSecret } = await scene();
  expect((await client.get("/v1/nothing/Fibonacci?email=nobody")).status).toBe(404);
  await stop();

  const spans = exporter.getFinishedSpans();
  const ofTrace = spans.filter((span) => span.spanContext().traceId === TRACE);
  const named = (name: string) => ofTrace.filter((span) => span.name === name);
  const below = (parent: ReadableSpan) => ({ parentSpanContext: { spanId: parent.spanContext().spanId } });
  const [request] = named("POST /v1/provider-checkouts");
  expect(request).toMatchObject({
    kind: SpanKind.SERVER,
    parentSpanContext: { spanId: CALLER },
    attributes: {
      "http.request.method": "POST",
      "http.route": "/v1/provider-checkouts",
      "http.response.status_code": 201,
    },
  });
  const [creates, settles] = named("transaction");
  expect([creates, settles]).toMatchObject([below(request!), below(request!)]);
  expect(named("INSERT checkout")).toMatchObject([{ ...below(creates!), kind: SpanKind.CLIENT }]);
  expect(named("UPDATE checkout")).toMatchObject([below(settles!)]);
  const [charge] = named("gateway charge");
  expect(charge).toMatchObject({ ...below(request!), kind: SpanKind.CLIENT });
  expect(told).toContain(`00-${TRACE}-${charge!.spanContext().spanId}-01`);
  // The second event tells of the charge; each goes on from the request.
  const deliveries = named("webhook delivery");
  expect(deliveries).toHaveLength(receiver.received.length);
  for (const delivery of deliveries) {
    const cause = ofTrace.find((span) => span.spanContext().spanId === delivery.parentSpanContext?.spanId);
    expect(["POST /v1/provider-checkouts", "transaction"]).toContain(cause?.name);
    const { spanId } = delivery.spanContext();
    const recorded = ofTrace.filter(({ parentSpanContext }) => parentSpanContext?.spanId === spanId);
    expect(recorded.map(({ name }) => name)).toContain("UPDATE webhook_delivery");
  }
  // A receiver is not told.
  expect(receiver.received.map(({ headers }) => headers.traceparent)).toEqual(
    receiver.received.map(() => undefined),
  );
  const text = spans
    .map(({ name, attributes, status, events }) => JSON.stringify({ name, attributes, status, events }))
    .join("\n");
  expect(linesWith([...secrets, webhookSecret, "Fibonacci", "nothing", "nobody", "hooks"], text)).toEqual([]);
  const [{ kept }] = (await db.execute(
    sql`select count(traceparent)::int as kept from event`,
  )) as unknown as [{ kept: number }];
  expect(kept).toBe(2);
});

it("without an SDK nothing is traced, and no event keeps a trace", async () => {
  const stop = startTracing();
  const { db, told } = await scene();
  await stop();
  expect(told).toEqual(told.map(() => undefined));
  const rows = await db.execute(sql`select 1 from event where traceparent is not null`);
  expect(rows).toHaveLength(0);
});
