import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { claimOf } from "../../lib/crypto/enrolment-link";
import { idToUuid } from "../../lib/domain/ids";
import { BY_CARD, begin, depsOver, newVisit } from "../portal/student";
import { cardToken } from "../support/bodies";
import { until } from "../support/poll";
import { startPostgresProxy } from "../support/postgres-proxy";
import { jobsPlace } from "./place";

it("a decline is told on the reloaded page, however long the request's first reading took", async (context) => {
  const { databaseUrl, db } = await jobsPlace(context);
  const proxy = await startPostgresProxy(databaseUrl);
  context.onTestFinished(() => proxy.close());
  const over = depsOver(proxy.url);
  context.onTestFinished(() => over.close());
  const student = await begin({ over, db });
  await student.saveDetails();
  await student.choose(BY_CARD);
  const { terms, offer } = await student.view();
  proxy.holdAt(idToUuid(claimOf(student.secret)!.id));
  const token = cardToken("declined_insufficient_funds");
  const paying = student.portal.payByCard(newVisit(), student.secret, {
    token,
    termsVersion: terms.version,
    offer,
  });
  await until("the reading is held", async () => proxy.isHolding());
  await db.execute(sql`select pg_sleep(4)`);
  await proxy.restore();
  expect(await paying).toMatchObject({ status: "declined", offersPlan: true });
  const { lastFailure } = await student.view();
  expect(lastFailure).not.toBeNull();
});
