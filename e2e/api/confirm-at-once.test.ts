import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import type { AgreementModel } from "../../lib/agreement/model";
import { RendererBusy } from "../../lib/agreement/renderer";
import { Api, expectFieldError, expectProblem } from "../support/api";
import { confirmBody } from "../support/bodies";
import { agreementsOf } from "../support/charges";
import { type Here, serveHere } from "../support/here";
import { until } from "../support/poll";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { makeProvider } from "../support/provider";
import { authorisedPlan, strangers } from "../support/scenes";
import { settingsOf } from "../support/stack";

const FORTY = Array.from({ length: 40 }, (_, index) => index);

describe("confirms of one checkout at once", () => {
  let proxy: PostgresProxy;
  let server: Here;

  beforeAll(async () => {
    const { databaseUrl, appKeys, jobsSecret } = inject("stack");
    proxy = await startPostgresProxy(databaseUrl);
    server = await serveHere({
      ...settingsOf(proxy.url, appKeys, jobsSecret),
      SANDBOX_GATEWAY_DATABASE_URL: databaseUrl,
    });
  });
  afterAll(async () => {
    await server.stop();
    await proxy.close();
  });

  async function ready() {
    const provider = await makeProvider();
    const client = new Api(server.url, provider.key);
    const { id, answer } = await authorisedPlan(client, provider);
    const body = (changes = {}) => confirmBody(answer.body, changes);
    return { client, id, body, send: (changes = {}) => client.confirm(id, body(changes)) };
  }

  /** Lists the documents that are begun, each held until `go` says what becomes of it. */
  function heldDocuments(fault?: Error) {
    const renderer = server.deps.agreements;
    onTestFinished(() => {
      server.deps.agreements = renderer;
    });
    const begun: AgreementModel[] = [];
    let go = () => {};
    const gate = new Promise<void>((done) => {
      go = done;
    });
    server.deps.agreements = {
      ...renderer,
      async render(model) {
        begun.push(model as AgreementModel);
        await gate;
        if (fault) throw fault;
        return renderer.render(model);
      },
    };
    return { begun, go: () => go(), oneIsBegun: () => until("a document", () => begun.length > 0) };
  }

  it("make one document, few queries, and the same answer, at both addresses", async () => {
    const { client, id, body, send } = await ready();
    const { begun, go } = heldDocuments();
    go();
    const before = proxy.statements();
    const answers = await Promise.all(
      FORTY.map((index) => (index % 2 ? send() : client.post("/api/provider-checkout-confirm", body()))),
    );
    const statements = proxy.statements() - before;
    expect(begun.map(({ checkoutId }) => checkoutId)).toEqual([id]);
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toEqual(answers[0]!.body);
    }
    expect(await agreementsOf(id)).toHaveLength(1);
    expect(statements).toBeLessThan(FORTY.length);
  });

  it("while one is under way, each other is still looked at for itself", async () => {
    const { client, id, body, send } = await ready();
    const another = await makeProvider();
    const stranger = client.as(another.key);
    const { go, oneIsBegun } = heldDocuments();
    const first = send();
    await oneIsBegun();
    const [same, other] = [send(), send({ payment: { deposit_confirmed: false } })];
    const { checkout_token, dda_id } = strangers();
    // These are told at once: the document is held until they were.
    expectProblem(await send({ checkout: { checkout_token } }), 403, "checkout_token_invalid");
    expectFieldError(await send({ checkout: { dda_id } }), "/checkout/dda_id", "does_not_match");
    expectProblem(await stranger.confirm(id, body()), 403, "provider_code_mismatch");
    const asTheirs = body({ provider: { provider_code: another.code } });
    expectProblem(await stranger.confirm(id, asTheirs), 404, "checkout_not_found");
    const token: string = (await client.token(id)).body.checkout.checkout_token;
    expectProblem(await send(), 403, "checkout_token_invalid");
    const renewed = send({ checkout: { checkout_token: token } });
    go();
    expect((await first).status).toBe(200);
    expect((await same).body).toEqual((await first).body);
    expect((await renewed).body).toEqual((await first).body);
    expectProblem(await other, 409, "already_confirmed");
  });

  it("that lose to a cancel all hear of it, and make no second document", async () => {
    const { client, id, send } = await ready();
    const { begun, go, oneIsBegun } = heldDocuments();
    const confirms = FORTY.map(() => send());
    await oneIsBegun();
    expect((await client.cancel(id)).status).toBe(200);
    go();
    for (const answer of await Promise.all(confirms)) expectProblem(answer, 410, "checkout_cancelled");
    expect(begun).toHaveLength(1);
  });

  it("whose document cannot be made in time are told when to come again, and then it is made", async () => {
    const { send } = await ready();
    const { go, oneIsBegun } = heldDocuments(new RendererBusy("There was no time"));
    const confirms = FORTY.map(() => send());
    await oneIsBegun();
    go();
    for (const answer of await Promise.all(confirms)) {
      expectProblem(answer, 503, "service_unavailable");
      expect(answer.headers.get("retry-after")).toBe("5");
    }
  });

  it("let another provider's go ahead after one document at most", async () => {
    const [flooded, other] = [await ready(), await ready()];
    const { begun, go, oneIsBegun } = heldDocuments();
    const flood = FORTY.map(() => flooded.send());
    await oneIsBegun();
    const confirmed = other.send();
    await until("the other's document", () => begun.some(({ checkoutId }) => checkoutId === other.id));
    go();
    expect((await confirmed).status).toBe(200);
    expect(begun.map(({ checkoutId }) => checkoutId)).toEqual([flooded.id, other.id]);
    for (const answer of await Promise.all(flood)) expect(answer.status).toBe(200);
  });
});
