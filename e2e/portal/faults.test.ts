import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from "vitest";
import { idToUuid } from "../../lib/domain/ids";
import { WORDING_VERSION } from "../../lib/domain/wording";
import { type CardGateway, GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { tick } from "../../lib/jobs/tick";
import type { Deps } from "../../server/instance/deps";
import { createPortal } from "../../server/instance/portal";
import { cardToken } from "../support/bodies";
import { makeDue } from "../support/charges";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { startPostgresProxy } from "../support/postgres-proxy";
import { database } from "../support/provider";
import { atCard, atReview, BY_PLAN, DECLARED, depsOver, newVisit, type Student } from "./student";

const NOT_MADE = "The payment was not made. You have not been charged. You can try again.";

/** A database of their own, in which nothing goes on in the background that a test did not start. */
const appKeys = `1:${randomBytes(32).toString("base64")}`;
let databaseUrl: string;
let over: Deps;
beforeAll(async () => {
  databaseUrl = await makeDatabase(inject("cluster"));
  over = depsOver(databaseUrl, appKeys);
});
afterAll(() => over.close());

const cardStudent = () => atCard({ over, db: database(databaseUrl) });
const MOVED = (step: string) => ({ status: "moved", step });

/** The student's pages with another charge in the gateway. */
function charging({ deps }: Student, charge: (gateway: CardGateway) => CardGateway["charge"]) {
  return createPortal({ ...deps, gateway: { ...deps.gateway, charge: charge(deps.gateway) } });
}

/** What the job does once its time has come. */
async function recover(student: Student): Promise<void> {
  for (const attempt of await student.attempts())
    if (["started", "unknown"].includes(attempt.status)) await makeDue(attempt.id, student.db);
  await tick(student.deps, new Date());
}

/** A fault of ours: this write of the student's provider fails until the fault is taken away. */
async function breakWrite({ db, college }: Student, table: string, condition: string) {
  const name = `broken_${randomBytes(4).toString("hex")}`;
  await db.execute(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`);
  await db.execute(`create trigger ${name} before insert or update on ${table} for each row
    when (new.provider_id = '${idToUuid(college.id)}' and ${condition}) execute function ${name}()`);
  return () => db.execute(`drop trigger ${name} on ${table}`);
}

describe("the answer of the gateway is lost", () => {
  it("after the charge: the outcome is being checked, then done, and charged once", async () => {
    for (const lost of [
      (student: Student) => student.pay(cardToken("answer_lost")),
      (student: Student) =>
        student.pay(
          cardToken(),
          charging(student, (gateway) => async (request) => {
            await gateway.charge(request);
            throw new GatewayOutcomeUnknown("lost");
          }),
        ),
    ]) {
      const student = await cardStudent();
      expect(await lost(student)).toEqual(MOVED("checking"));
      expect(await student.view()).toMatchObject({ step: "checking", payment: null, lastFailure: null });
      // Whatever the student does now charges nothing and changes nothing.
      expect(await student.pay(cardToken())).toEqual(MOVED("checking"));
      expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: "checking", undone: "plan" });
      expect(await student.saveDetails()).toEqual({ ok: true, step: "checking", undone: "details" });
      await recover(student);
      expect(await student.view()).toMatchObject({ step: "done", payment: { amountCents: 150_000 } });
      expect(await student.pay(cardToken())).toEqual(MOVED("done"));
      expect(await student.charges()).toEqual(["succeeded 150000"]);
    }
  });

  it("after a decline: the outcome is being checked, then the card page says why", async () => {
    const student = await cardStudent();
    const lossy = charging(student, (gateway) => async (request) => {
      await gateway.charge(request);
      throw new GatewayOutcomeUnknown("lost");
    });
    expect(await student.pay(cardToken("declined_expired_card"), lossy)).toEqual(MOVED("checking"));
    await recover(student);
    expect(await student.view()).toMatchObject({
      step: "card",
      lastFailure: "This card has expired. Use another card. You have not been charged.",
    });
    expect(await student.pay(cardToken())).toEqual(MOVED("done"));
    expect(await student.charges()).toEqual(["declined 150000", "succeeded 150000"]);
  });

  it("before the charge: nothing was charged, and the same token may pay then", async () => {
    const student = await cardStudent();
    const token = cardToken();
    const deaf = charging(student, () => async () => {
      throw new GatewayOutcomeUnknown("never arrived");
    });
    expect(await student.pay(token, deaf)).toEqual(MOVED("checking"));
    expect(await student.step()).toBe("checking");
    await recover(student);
    expect(await student.step()).toBe("card");
    expect(await student.charges()).toEqual([]);
    expect(await student.pay(token)).toEqual(MOVED("done"));
    expect(await student.charges()).toEqual(["succeeded 150000"]);
  });

  it("and comes after recovery gave the charge up: it charges no more", async () => {
    const student = await cardStudent();
    let wake = () => {};
    const asleep = new Promise<void>((done) => {
      wake = done;
    });
    const late = charging(student, (gateway) => async (request) => {
      await asleep;
      return gateway.charge(request);
    });
    const paying = student.pay(cardToken(), late);
    await until("the order is claimed", async () => (await student.attempts())[0]);
    expect(await student.step()).toBe("checking");
    await recover(student);
    expect(await student.step()).toBe("card");
    expect(await student.pay(cardToken())).toEqual(MOVED("done"));
    wake();
    expect((await paying).status).toBe("refused");
    expect(await student.step()).toBe("done");
    expect(await student.charges()).toEqual(["succeeded 150000"]);
  });
});

describe("the gateway cannot be reached", () => {
  it("says that this payment was not made, and the same token pays once it can", async () => {
    const student = await cardStudent();
    const token = cardToken();
    const down = charging(student, () => async () => {
      throw new GatewayNotReached("refused");
    });
    expect(await student.pay(token, down)).toEqual({
      status: "refused",
      field: null,
      message:
        "Payments are not available at the moment, and yours was not made. You have not been charged. Try again in a few minutes.",
    });
    expect(await student.view()).toMatchObject({
      step: "card",
      lastFailure: expect.stringContaining("You have not been charged"),
    });
    expect(await student.pay(token)).toEqual(MOVED("done"));
    expect(await student.charges()).toEqual(["succeeded 150000"]);
  });
});

describe("a fault of ours on the way of a payment", () => {
  it.each([
    ["with the Terms not kept", "enrolment", "new.terms_version is not null"],
    ["with the checkout not made", "checkout", "true"],
    ["with the charge not claimed", "charge_attempt", "true"],
  ])("%s is uncertain, and the same token charges once it is gone", async (_, table, condition) => {
    const student = await cardStudent();
    const token = cardToken();
    const mend = await breakWrite(student, table, condition);
    for (let times = 0; times < 2; times++) expect(await student.pay(token)).toEqual({ status: "uncertain" });
    expect(await student.charges()).toEqual([]);
    await mend();
    expect(await student.pay(token)).toEqual(MOVED("done"));
    expect(await student.charges()).toEqual(["succeeded 150000"]);
    expect(await student.statuses()).toEqual(["Payment Processing"]);
  });

  it("after the charge is never told as a failure: it is being checked, then done, charged once", async () => {
    const student = await cardStudent();
    const token = cardToken();
    const mend = await breakWrite(student, "event", "new.type = 'card_payment.succeeded'");
    expect(await student.pay(token)).toEqual(MOVED("checking"));
    expect(await student.pay(token)).toEqual(MOVED("checking"));
    await recover(student);
    expect(await student.step()).toBe("checking");
    await mend();
    await recover(student);
    expect(await student.step()).toBe("done");
    expect(await student.pay(token)).toEqual(MOVED("done"));
    expect(await student.charges()).toEqual(["succeeded 150000"]);
  });

  it("after a decline is not told as a charge: the card page says why in the end", async () => {
    const student = await cardStudent();
    const token = cardToken("declined_insufficient_funds");
    const mend = await breakWrite(student, "event", "new.type = 'card_payment.failed'");
    expect(await student.pay(token)).toEqual(MOVED("checking"));
    await mend();
    await recover(student);
    const told = await student.view();
    expect(told).toMatchObject({
      step: "card",
      lastFailure: expect.stringContaining("You have not been charged."),
    });
    expect(await student.pay(token)).toEqual({
      status: "declined",
      message: told.lastFailure,
      offersPlan: true,
    });
    expect(await student.charges()).toEqual(["declined 150000"]);
  });
});

describe("the database goes away", () => {
  /** The student's pages over a wire to the database. */
  async function wired({ onTestFinished }: TestContext) {
    const proxy = await startPostgresProxy(databaseUrl);
    const deps = depsOver(proxy.url, appKeys);
    // That leaves the pool no connection; ending it too would wait for answers that were cut off.
    onTestFinished(() => proxy.close());
    return { proxy, db: deps.db };
  }

  it("while the order is claimed: uncertain, then the same token tells the truth, and one charge", async (context) => {
    const student = await cardStudent();
    const token = cardToken();
    const { proxy, db } = await wired(context);
    const behind = { ...student.deps, db };
    // The claim is committed, and the response is lost.
    proxy.holdAtCommitAfter(createHash("sha256").update(token).digest("hex"));
    const paying = student.pay(token, createPortal(behind));
    await until("the order is claimed", async () => (await student.attempts())[0]);
    await proxy.cut();
    expect(await paying).toEqual({ status: "uncertain" });
    await proxy.restore();
    expect(await student.pay(token)).toEqual(MOVED("checking"));
    await recover(student);
    expect(await student.view()).toMatchObject({ step: "card", lastFailure: NOT_MADE });
    expect(await student.charges()).toEqual([]);
    expect(await student.pay(token)).toEqual(MOVED("done"));
    expect(await student.charges()).toEqual(["succeeded 150000"]);
  });

  it("while the card is charged: being checked, then done, and one charge", async (context) => {
    const student = await cardStudent();
    const token = cardToken();
    const { proxy, db } = await wired(context);
    const behind = {
      ...student.deps,
      db,
      gateway: {
        ...student.deps.gateway,
        async charge(request: Parameters<CardGateway["charge"]>[0]) {
          const result = await student.deps.gateway.charge(request);
          await proxy.cut();
          return result;
        },
      },
    };
    expect(await student.pay(token, createPortal(behind))).toEqual(MOVED("checking"));
    expect(await student.pay(token)).toEqual(MOVED("checking"));
    await recover(student);
    expect(await student.step()).toBe("done");
    expect(await student.charges()).toEqual(["succeeded 150000"]);
  });
});

describe("a fault while a plan is signed", () => {
  it("signs nothing by half: the review stands, and can be signed once the fault is gone", async () => {
    const student = await atReview({ over, db: database(databaseUrl) });
    const mend = await breakWrite(student, "event", "new.type = 'payment_plan.signed'");
    const { checkoutId } = await student.view();
    const signing = student.portal.confirmPlan(
      newVisit(),
      student.secret,
      DECLARED,
      checkoutId!,
      WORDING_VERSION,
    );
    await expect(signing).rejects.toThrow();
    expect(await student.view()).toMatchObject({ step: "review" });
    expect(await student.portal.agreement(student.secret)).toBeNull();
    await mend();
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
  });
});

describe("a fault while a plan is changed", () => {
  it("leaves no plan that nobody chose: the choice can be made again", async () => {
    const student = await atReview({ over, db: database(databaseUrl) });
    const mend = await breakWrite(student, "event", "new.type = 'checkout.created'");
    await expect(student.choose({ ...BY_PLAN, numberOfInstalments: "10" })).rejects.toThrow();
    expect(await student.statuses()).toEqual(["Cancelled"]);
    expect(await student.step()).toBe("pay");
    await mend();
    expect(await student.choose({ ...BY_PLAN, numberOfInstalments: "10" })).toEqual({
      ok: true,
      step: "bank",
    });
    expect(await student.statuses()).toEqual(["Cancelled", "Awaiting Direct Debit"]);
  });
});
