import { eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { agreement } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { ok } from "../support/answer";
import { Api, api, expectProblem } from "../support/api";
import { confirmBody, planBody } from "../support/bodies";
import { checkoutIdOf, eventsOf } from "../support/charges";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { settingsOf, startServer } from "../support/stack";
import { expectDeath, expectEnd } from "./estate";

const AUTHORISED = ["checkout.created", "direct_debit.authorised"];
const SIGNED = [...AUTHORISED, "payment_plan.signed"];

describe("kill -9 in confirm", () => {
  it.for([
    ["before it is signed", "confirm.read", false],
    ["before the document is begun", "confirm.recorded", true],
    ["before the document is stored", "agreement.rendered", true],
  ] as const)(
    "%s: what was signed, stage and event exist together or not at all, and the document follows by itself",
    async ([, point, signed], { onTestFinished }) => {
      const { databaseUrl, appKeys, jobsSecret } = inject("stack");
      const provider = await makeProvider();
      const service = await startServer("server", {
        ...settingsOf(databaseUrl, appKeys, jobsSecret),
        TICK_SECONDS: "0",
        CRASH_AT: point,
      });
      onTestFinished(() => service.stop("SIGKILL"));
      const client = api("server", provider.key);
      const created = await client.create(planBody(provider));
      const id = checkoutIdOf(created);
      ok(await client.authorise(id));
      const body = confirmBody(created.body);
      const asked = new Api(service.url, provider.key).confirmAsItIs(id, body);
      // On a slow machine this one is answered before its document is made.
      if (point === "agreement.rendered") await Promise.all([asked.catch(() => {}), expectEnd(service)]);
      else await expectDeath(service, asked);

      const agreements = () =>
        database()
          .select({ id: agreement.id, contentSha256: agreement.contentSha256 })
          .from(agreement)
          .where(eq(agreement.checkoutId, id as Id<"chk">));
      const before = await client.status(id);
      expect(before.body).toMatchObject(
        signed
          ? { checkout_status: "Confirmed", opportunity_stage: "Payment Plan Signed" }
          : { checkout_status: "Awaiting Confirmation", opportunity_stage: "Direct Debit Authorised" },
      );
      expect(before.body.agreement === null).toBe(!signed);
      const [kept] = await agreements();
      expect(kept?.contentSha256).toBe(before.body.agreement?.content_sha256);
      expect((await eventsOf(id)).slice(0, 3)).toEqual(signed ? SIGNED : AUTHORISED);
      if (!signed) {
        const pdf = await client.get(`/v1/provider-checkouts/${id}/agreement`);
        expectProblem(pdf, 404, "agreement_not_found");
        expect((await client.confirm(id, body)).status).toBe(200);
      }
      // Nobody asks again: the shared server takes it up once the lease of the dead one is over.
      await until("the document", async () => (await client.status(id)).body.agreement.status === "ready");
      const { agreement: ready } = (await client.status(id)).body;
      const pdf = await client.get(`/v1/provider-checkouts/${id}/agreement`);
      expect(pdf.headers.get("etag")).toBe(`"${ready.sha256}"`);
      expect((await client.confirm(id, body)).body.agreement).toEqual(ready);
      if (kept) expect(ready.agreement_id).toBe(kept.id);
      expect(await agreements()).toHaveLength(1);
      expect(await eventsOf(id)).toEqual([...SIGNED, "agreement.ready"]);
    },
  );
});
