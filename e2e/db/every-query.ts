import { randomBytes } from "node:crypto";
import { expect, inject } from "vitest";
import { sendCard } from "../../lib/checkout/send-card";
import { newId } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { findSession } from "../../lib/setup-page/open";
import { submit } from "../../lib/setup-page/submit";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import {
  BY_CARD,
  BY_PLAN,
  begin,
  DETAILS,
  newVisit,
  type Student,
  type StudentOptions,
} from "../portal/student";
import { checkoutIdOf, ok } from "../support/answer";
import { cardToken, confirmBody, orderId, payNowBody, planBody } from "../support/bodies";
import { newCanaries } from "../support/canaries";
import { attemptOf } from "../support/charges";
import { Api } from "../support/client";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { serveHere } from "../support/here";
import { startPostgresProxy } from "../support/postgres-proxy";
import { database, lapse, makeProvider, type TestProvider } from "../support/provider";
import { cardPage } from "../support/scenes";
import { ENDPOINTS, makeEndpoint } from "../support/webhooks";
import { collected } from "./collected";
import { WITHOUT_VACUUM } from "./plans";
import { rarely } from "./rare-queries";

const DAY = 86_400_000;
const NEWER_KEY = `2:${randomBytes(32).toString("base64")}`;

export type Everything = Awaited<ReturnType<typeof startEverything>>;

/** The service in this process over the given database or one of its own, behind a proxy that keeps every statement. */
export async function startEverything(given?: string) {
  const databaseUrl = given ?? (await makeDatabase(inject("cluster")));
  const proxy = await startPostgresProxy(databaseUrl);
  const { appKeys, jobsSecret } = inject("stack");
  const settings = { ...settingsOver(proxy.url), MAIL_KEEP: "on" };
  const here = await serveHere({ ...settings, RATE_LIMIT_STORE: "postgres", RATE_LIMIT_PER_SECOND: "1000" });
  const { deps } = here;
  const db = database(databaseUrl);
  if (!given) await db.execute(WITHOUT_VACUUM);
  return {
    databaseUrl,
    /** Past the proxy, for what arranges. */
    db,
    deps,
    texts: proxy.texts,
    client: (key: string) => new Api(here.url, key),
    metrics: () => new Api(here.url, jobsSecret).get("/api/jobs/metrics"),
    /** A command, with a second key beside the servers'. */
    run: (script: Parameters<typeof runCommand>[0], ...args: string[]) =>
      runCommand(script, args, {
        ...settings,
        APP_KEYS: `${NEWER_KEY},${appKeys}`,
        LOG_LEVEL: "silent",
        BASE_URL: "http://localhost",
      }),
    async stop() {
      await here.stop();
      await proxy.close();
    },
  };
}

/** Whatever the API, the portal, the hosted page, background work and the commands ask of the database. */
export async function doEverything(place: Everything): Promise<void> {
  const provider = await makeProvider({}, place.db);
  const client = place.client(provider.key);
  await checkouts(client, provider);
  await cardPages(place, client, provider);
  const student = await portal(place);
  await webhooks(place, client);
  await background(place, provider);
  const unknown = payNowBody(provider, { card_payment: { token: cardToken("answer_lost") } });
  await client.create(unknown);
  const attempt = await attemptOf(provider, unknown, place.db);
  await commands(place, provider, student, attempt!.id);
  ok(await client.post("/v1/sandbox/reset", {}));
  await rarely(place.deps, provider.id);
  const other = await makeProvider({}, place.db);
  await collected(place.deps, place.client(other.key), other);
}

async function checkouts(client: Api, provider: TestProvider) {
  const key = orderId();
  const body = planBody(provider);
  const made = await client.createOnce(key, body);
  const id = checkoutIdOf(made);
  await client.createOnce(key, body);
  await client.create(body);
  ok(await client.authorise(id));
  await client.confirm(id, confirmBody(made.body));
  await client.get(`/v1/provider-checkouts/${id}/agreement`);
  await client.post(`/v1/provider-checkouts/${id}/checkout-token`, {});
  ok(await client.cancel(checkoutIdOf(await client.create(planBody(provider)))));
  for (const card of ["visa", "declined_insufficient_funds", "answer_lost"])
    await client.createOnce(orderId(), payNowBody(provider, { card_payment: { token: cardToken(card) } }));
  const paid = checkoutIdOf(await client.create(payNowBody(provider)));
  const refunds = `/v1/provider-checkouts/${paid}/refunds`;
  // Made, then again under its key, lost, refused by the processor, and more than is left.
  for (const [amount, key] of [
    [1, "a"],
    [1, "a"],
    [2.92, "b"],
    [2.94, "c"],
    [9_000, "d"],
  ] as const) {
    const headers = { "Idempotency-Key": `${key}-${paid}` };
    const { body } = await client.post(refunds, { amount, reason: "Withdrawn" }, { headers });
    if (body.refund_id) ok(await client.get(`${refunds}/${body.refund_id}`));
  }
  ok(await client.get(refunds));
  const order = encodeURIComponent(body.provider.provider_order_id);
  for (const filter of [
    "",
    `provider_order_id=${order}`,
    "checkout_status=Confirmed",
    `starting_after=${id}&limit=1`,
    `provider_order_id=${order}&checkout_status=Confirmed&starting_after=${id}`,
    "email=amelia@example.com",
    "opportunity_stage=Payment%20Processing",
    "created_after=2026-01-01T00:00Z&created_before=2036-01-01T00:00Z",
    "updated_since=2026-01-01T00:00Z",
    "metadata[intake]=2027-T1",
    `metadata[intake]=2027-T1&email=amelia@example.com&checkout_status=Expired&updated_since=2026-01-01T00:00Z`,
  ])
    await client.get(`/v1/provider-checkouts?${filter}`);
  await client.charges(body.provider.provider_order_id);
}

async function cardPages({ deps }: Everything, client: Api, provider: TestProvider) {
  const { id } = await cardPage(client, provider);
  const by = {
    provider: { id: provider.id, timeZone: "Australia/Sydney" },
    actor: { kind: "student" } as const,
  };
  for (const card of ["declined_insufficient_funds", "visa"])
    await sendCard(deps, { ...by, ...newVisit() }, id, cardToken(card));
}

async function portal({ deps, db }: Everything) {
  const at: StudentOptions = { over: deps, db };
  const signer = await begin(at);
  await signer.portal.open(signer.college.code);
  await signer.portal.stateOf(signer.college.code);
  await signer.portal.logo(signer.college.code);
  await signer.saveDetails();
  await signer.choose(BY_PLAN);
  const bank = newCanaries().bank;
  const session = new URL((await signer.view()).setupUrl!).searchParams.get("session")!;
  const send = async (fields: Record<string, string>) => {
    const row = (await findSession(deps, session))!;
    return submit(deps, row, { session, form: new Map(Object.entries(fields)), visitor: newVisit() });
  };
  for (let tries = 0; tries < 5; tries++) await send({ intent: "check", ...bank, bsb: "1" });
  const { sealed } = (await send({ intent: "check", ...bank, authorisesAlone: "yes" })) as {
    sealed?: string;
  };
  if (sealed) await send({ intent: "authorise", sealed, authorised: "yes" });
  else await signer.authorise();
  await signer.choose({ ...BY_PLAN, numberOfInstalments: "10" });
  await signer.authorise();
  await signer.confirm();
  await signer.portal.agreementToRead(signer.secret);
  await signer.portal.calendar(signer.secret);
  const payer = await begin(at);
  await payer.saveDetails();
  await payer.saveDetails({ ...DETAILS, email: "other@example.com" });
  await payer.choose(BY_CARD);
  await payer.pay(cardToken("visa"));
  await payer.portal.receipt(payer.secret);
  for (const code of [payer.college.code, null])
    await payer.portal.askForLink(newVisit(), code, { email: "other@example.com" });
  return payer;
}

async function webhooks(place: Everything, client: Api) {
  const { endpoint_id, ...one } = await makeEndpoint(client);
  const at = `${ENDPOINTS}/${endpoint_id}`;
  const other = (await makeEndpoint(client)).endpoint_id;
  await tick(place.deps, new Date());
  const [event] = (await client.get("/v1/events")).body.data;
  for (const filter of [
    `type=${event.type}`,
    `checkout_id=${event.data.checkout_id}`,
    `type=${event.type}&checkout_id=${event.data.checkout_id}&starting_after=${event.id}`,
  ])
    await client.get(`/v1/events?${filter}`);
  await client.get(`/v1/events/${event.id}`);
  await client.get(at);
  await client.get(ENDPOINTS);
  await client.post(`${at}/replay`, { event_id: event.id });
  await client.post(`${at}/replay`, { since: new Date(Date.now() - DAY).toISOString() });
  await client.post(`${at}/test`, {});
  await client.post(`${at}/rotate-secret`, { overlap_hours: 1 });
  await client.call("PATCH", at, { body: { url: one.url, enabled: false } });
  await client.call("PATCH", at, { body: { enabled: true } });
  const listed = await client.get(`${at}/deliveries`);
  const [delivery] = listed.body.data;
  for (const filter of [
    "status=pending",
    `event_id=${event.id}`,
    `starting_after=${delivery.delivery_id}`,
    `status=pending&event_id=${event.id}&starting_after=${delivery.delivery_id}`,
  ])
    await client.get(`${at}/deliveries?${filter}`);
  await client.call("DELETE", `${ENDPOINTS}/${other}`);
}

async function background(place: Everything, provider: TestProvider) {
  const { deps, db } = place;
  const gone = checkoutIdOf(await place.client(provider.key).create(planBody(provider)));
  await lapse(gone, db);
  await createSandboxGateway(db).charge({
    key: newId("cat"),
    providerId: provider.id,
    providerOrderId: "ORD-ORPHAN",
    amountCents: 4_200,
    token: cardToken(),
  });
  for (const days of [0, 0.01, 0.1, 31, 91, 100]) await tick(deps, new Date(Date.now() + days * DAY));
  await place.metrics();
}

async function commands(place: Everything, provider: TestProvider, student: Student, charge: string) {
  const run = async (script: Parameters<Everything["run"]>[0], ...args: string[]) => {
    const { code, rows, said } = await place.run(script, ...args);
    expect(code, `${script} ${args.join(" ")}: ${said}`).toBe(0);
    return rows as Record<string, string>[];
  };
  const of = ["--provider", provider.code];
  await run("jobs", "never-made", "--charge", charge);
  for (const { alert_id } of await run("jobs", "alerts")) await run("jobs", "resolve", "--alert", alert_id!);
  for (const command of ["reconcile", "tick"]) await run("jobs", command);
  await place.run("check:integrity");
  const [key] = await run("keys", "issue", ...of, "--label", "other");
  await run("keys", "list", ...of);
  const [next] = await run("keys", "rotate", ...of, "--key", key!.id!);
  await run("keys", "revoke", ...of, "--key", next!.id!);
  await run("keys:app", "versions");
  await run("keys:app", "reseal", "--end-links");
  const code = `new-${orderId().toLowerCase()}`.slice(0, 40);
  await run("providers", "create", "--code", code, "--name", "New College", "--email", "office@new.example");
  await run("providers", "update", "--code", code, "--logo", "tools/dev/demo/logo.png");
  await run("providers", "list");
  await run("courses", "add", ...of, "--name", "Certificate III", "--price", "100.00");
  await run("courses", "list", ...of);
  await run("courses", "update", ...of, "--slug", "certificate-iii", "--policy", "most_instalments=12");
  const theirs = ["--provider", student.college.code, "--reference", student.reference];
  await run("enrolments", "end-links", ...theirs, "--send");
  await place.run("doctor");
  const somebody = ["--email", "robin@new.example"];
  await run("staff", "invite", ...somebody, ...of, "--role", "viewer");
  await run("staff", "invite", ...somebody, "--operator", "--no-second-factor");
  await run("staff", "list");
  await run("audit", "verify");
  await run("audit", "export", ...of);
  await run("staff", "revoke", ...somebody, "--operator");
  await run("staff", "revoke", ...somebody, ...of);
}
