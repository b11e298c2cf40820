import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AgreementModel } from "../../lib/agreement/model";
import { makeDueAgreements } from "../../lib/checkout/make-agreement";
import { Api, expectFieldError, expectProblem } from "../support/api";
import { confirmBody } from "../support/bodies";
import { agreementsOf, eventsOf } from "../support/charges";
import { type Here, serveHere } from "../support/here";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { authorisedPlan, strangers } from "../support/scenes";
import { sharedSettings } from "../support/shared";

const AUTHORISED = ["checkout.created", "direct_debit.authorised"];
const FORTY = Array.from({ length: 40 }, (_, index) => index);

describe("confirms of one checkout at once", () => {
  let server: Here;

  beforeAll(async () => {
    server = await serveHere(sharedSettings());
  });
  afterAll(() => server.stop());

  async function ready() {
    const provider = await makeProvider();
    const client = new Api(server.url, provider.key);
    const { id, answer } = await authorisedPlan(client, provider);
    const body = (changes = {}) => confirmBody(answer.body, changes);
    return {
      client,
      id,
      code: provider.code,
      body,
      send: (changes = {}) => client.confirmAsItIs(id, body(changes)),
    };
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
    return { begun, go: () => go() };
  }

  const work = () => makeDueAgreements(server.deps, () => true);

  it("sign once and make one document, with the same answer at both addresses", async () => {
    const { client, id, body, send } = await ready();
    const { begun, go } = heldDocuments();
    go();
    const answers = await Promise.all(
      FORTY.map((index) => (index % 2 ? send() : client.post("/api/provider-checkout-confirm", body()))),
    );
    expect(begun.map(({ checkoutId }) => checkoutId)).toEqual([id]);
    const { agreement_id, content_sha256 } = answers[0]!.body.agreement;
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.agreement).toMatchObject({ agreement_id, content_sha256 });
    }
    await until("it is ready", async () => (await client.status(id)).body.agreement.status === "ready");
    expect(await agreementsOf(id)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([...AUTHORISED, "payment_plan.signed", "agreement.ready"]);
  });

  it("of documents that take long are 200, and the document follows with its event and another ETag", async () => {
    const { client, id, send } = await ready();
    const { go } = heldDocuments();
    const signed = await send();
    expect(signed.status, signed.text).toBe(200);
    expect(signed.body).toMatchObject({
      checkout_status: "Confirmed",
      opportunity_stage: "Payment Plan Signed",
      agreement: {
        status: "being_made",
        sha256: null,
        content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect((await send()).body).toEqual(signed.body);
    const path = new URL(signed.body.agreement.url).pathname;
    const early = await client.get(path);
    expectProblem(early, 409, "agreement_being_made");
    expect([early.body.retryable, early.headers.get("retry-after")]).toEqual([true, "2"]);
    expect(await eventsOf(id)).toEqual([...AUTHORISED, "payment_plan.signed"]);
    const before = await client.status(id);
    go();
    await until("it is ready", async () => (await client.status(id)).body.agreement.status === "ready");
    const after = await client.status(id);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    const { agreement } = after.body;
    expect(agreement).toEqual({ ...signed.body.agreement, status: "ready", sha256: expect.any(String) });
    expect((await client.get(path)).headers.get("etag")).toBe(`"${agreement.sha256}"`);
    expect(await eventsOf(id)).toEqual([...AUTHORISED, "payment_plan.signed", "agreement.ready"]);
    const told = await client.get("/v1/events?type=agreement.ready");
    expect(told.body.data[0]).toMatchObject({ sequence: 4, data: { agreement } });
  });

  it("whose document fails are 200 too, and background work tries again", async () => {
    const { client, id, send } = await ready();
    const renderer = server.deps.agreements;
    const { go } = heldDocuments(new Error("The worker ended"));
    go();
    expect((await send()).body.agreement).toMatchObject({ status: "being_made" });
    server.deps.agreements = renderer;
    await until("it is made", async () => {
      await work();
      return (await client.status(id)).body.agreement.status === "ready";
    });
  });

  it("while one is under way, each other is still looked at for itself", async () => {
    const { client, id, body, send } = await ready();
    const another = await makeProvider();
    const stranger = client.as(another.key);
    const { go, begun } = heldDocuments();
    const first = send();
    await until("a document", () => begun.length > 0);
    const other = send({ payment: { deposit_confirmed: false } });
    const { checkout_token, dda_id } = strangers();
    expectProblem(await send({ checkout: { checkout_token } }), 403, "checkout_token_invalid");
    expectFieldError(await send({ checkout: { dda_id } }), "/checkout/dda_id", "does_not_match");
    expectProblem(await stranger.confirm(id, body()), 403, "provider_code_mismatch");
    const asTheirs = body({ provider: { provider_code: another.code } });
    expectProblem(await stranger.confirm(id, asTheirs), 404, "checkout_not_found");
    expectProblem(await client.cancel(id), 409, "cancel_not_applicable");
    expectProblem(await other, 409, "already_confirmed");
    go();
    expect((await first).status).toBe(200);
  });
});
