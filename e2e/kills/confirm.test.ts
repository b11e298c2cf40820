import { eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { agreement } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { ok } from "../support/answer";
import { Api, api, expectProblem } from "../support/api";
import { confirmBody, planBody } from "../support/bodies";
import { checkoutIdOf, eventsOf } from "../support/charges";
import { database, makeProvider } from "../support/provider";
import { settingsOf, startServer } from "../support/stack";
import { expectDeath } from "./estate";

const AUTHORISED = ["checkout.created", "direct_debit.authorised"];

describe("kill -9 in confirm", () => {
  it.for([
    ["before the agreement is rendered", "confirm.read", false],
    ["before the agreement is recorded", "confirm.rendered", false],
    ["before the answer", "confirm.recorded", true],
  ] as const)(
    "%s: agreement, stage and event exist together or not at all",
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
      await expectDeath(service, new Api(service.url, provider.key).confirm(id, body));

      const agreements = () =>
        database()
          .select({ id: agreement.id })
          .from(agreement)
          .where(eq(agreement.checkoutId, id as Id<"chk">));
      const before = await client.status(id);
      expect(before.body).toMatchObject(
        signed
          ? { checkout_status: "Confirmed", opportunity_stage: "Payment Plan Signed" }
          : { checkout_status: "Awaiting Confirmation", opportunity_stage: "Direct Debit Authorised" },
      );
      expect(before.body.agreement === null).toBe(!signed);
      expect(await agreements()).toHaveLength(signed ? 1 : 0);
      expect(await eventsOf(id)).toEqual(signed ? [...AUTHORISED, "payment_plan.signed"] : AUTHORISED);
      const pdf = await client.get(`/v1/provider-checkouts/${id}/agreement`);
      if (signed) expect(pdf.headers.get("etag")).toBe(`"${before.body.agreement.sha256}"`);
      else expectProblem(pdf, 404, "agreement_not_found");

      const confirmed = await client.confirm(id, body);
      expect(confirmed.status).toBe(200);
      if (signed) expect(confirmed.body.agreement).toEqual(before.body.agreement);
      expect((await client.confirm(id, body)).body.agreement).toEqual(confirmed.body.agreement);
      expect(await agreements()).toHaveLength(1);
      expect(await eventsOf(id)).toEqual([...AUTHORISED, "payment_plan.signed"]);
    },
  );
});
