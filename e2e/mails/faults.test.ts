import { describe, expect, it } from "vitest";
import { EVENTS } from "../../lib/contract/events";
import { dispatchEvents } from "../../lib/events/dispatch";
import { tick } from "../../lib/jobs/tick";
import { sendDueMails } from "../../lib/mail/send-due";
import { startTimer } from "../../server/background/timer";
import { payNowBody } from "../support/bodies";
import { depsHere } from "../support/here";
import { until } from "../support/poll";
import { startServer } from "../support/stack";
import { openPostOffice, type Verdict } from "./post-office";
import { DAY, type MailScene, mailScene, mailWork, withMail } from "./scene";

const MINUTE = 60_000;

async function paid({ client, provider }: MailScene, address = "amelia@example.com") {
  const answer = await client.create(payNowBody(provider, { student: { email: address } }));
  expect(answer.status).toBe(201);
}

describe("a mail server that", () => {
  it("refuses for good is not asked again, and what it said stays out of the records", async (context) => {
    const scene = await mailScene(context, () => 550);
    await paid(scene);
    // What remains is the event that says so.
    expect(await scene.work()).toMatchObject({ mailed: 0, remaining: 1 });
    expect(await scene.work(3 * DAY)).toMatchObject({ mailed: 0, remaining: 0 });
    expect(scene.office.asked).toHaveLength(1);
    const [row] = await scene.mails();
    expect(row).toMatchObject({ status: "failed", attempts: 1, lastError: "smtp_550", dueAt: null });
    const { data } = (await scene.client.get("/v1/events?type=student.email_undelivered")).body;
    expect(data).toHaveLength(1);
    expect(EVENTS["student.email_undelivered"].parse(data[0])).toEqual(data[0]);
    expect(data[0].data.student_email).toBe("undelivered");
    const status = (await scene.client.status(data[0].data.checkout.checkout_id)).body;
    expect(status.student_email).toBe("undelivered");
    const [listed] = (await scene.client.list()).body.data;
    expect(listed.student_email).toBe("undelivered");
    expect(listed).not.toHaveProperty("timeline");
    expect(status.timeline.at(-1)).toMatchObject({ type: "student.email_undelivered", actor: "system" });
  });

  it.for([
    ["refuses for now", 451, "smtp_451"],
    ["hangs", "hang", "timeout"],
    ["cuts the connection", "cut", "connection"],
  ] as const)(
    "%s gets the mail again a minute later, under the same Message-ID",
    async ([, verdict, code], context) => {
      let does: Verdict = verdict;
      const scene = await mailScene(context, () => does);
      await paid(scene);
      const before = Date.now();
      // The one that hangs is left alone after a moment; one that takes a mail has all the time that it needs.
      await dispatchEvents(scene.deps, scene.deps.now);
      const impatient = withMail(scene.deps, scene.office.url, verdict === "hang" ? 1_000 : undefined);
      await sendDueMails(impatient, scene.deps.now, () => true);
      await impatient.mail!.transport!.close();
      const [first] = await scene.mails();
      expect(first).toMatchObject({ status: "pending", attempts: 1, lastError: code });
      expect(first!.dueAt!.getTime() - before).toBeGreaterThan(45_000);
      expect(first!.dueAt!.getTime() - Date.now()).toBeLessThan(67_000);
      does = "take";
      expect(await scene.work(2 * MINUTE)).toMatchObject({ mailed: 1 });
      const [last] = await scene.mails();
      expect(last).toMatchObject({ status: "sent", attempts: 2, lastError: null });
      expect(scene.office.taken.map(({ mail }) => mail.messageId)).toEqual([
        `<${last!.id}@checkout.example>`,
      ]);
    },
  );

  it("is away gets everything once it is back; one that stays away for two days is given up", async (context) => {
    const scene = await mailScene(context);
    await paid(scene);
    await scene.office.close();
    let at = 0;
    for (let attempt = 1; attempt <= 10; attempt++) {
      await scene.work(at);
      const [row] = await scene.mails();
      expect(row).toMatchObject({ attempts: attempt, lastError: "connection" });
      if (row!.dueAt) at = row!.dueAt.getTime() - Date.now() + 1_000;
    }
    expect((await scene.mails())[0]).toMatchObject({ status: "failed", dueAt: null });
    expect(at).toBeGreaterThan(1.7 * DAY);
    expect(at).toBeLessThan(2.3 * DAY);
    const back = await openPostOffice();
    context.onTestFinished(() => back.close());
    await paid(scene);
    const deps = withMail(scene.deps, back.url);
    // What was given up stays so.
    expect(
      await sendDueMails(
        deps,
        () => new Date(),
        () => true,
      ),
    ).toBe(0);
    await scene.work(at);
    expect(await mailWork(deps, at + 2 * MINUTE)).toMatchObject({ mailed: 1 });
    await deps.mail!.transport!.close();
  });

  it("refuses one address keeps no other waiting", async (context) => {
    const scene = await mailScene(context, (to) => (to === "nobody@example.com" ? 550 : "take"));
    for (let at = 0; at < 8; at++) await paid(scene, at % 2 ? "nobody@example.com" : `s${at}@example.com`);
    expect(await scene.work()).toMatchObject({ mailed: 4 });
    expect(await scene.work()).toMatchObject({ mailed: 0, remaining: 0 });
    expect(scene.office.taken).toHaveLength(4);
  });
});

describe("workers", () => {
  it("two and two drains at once send each mail once", async (context) => {
    const scene = await mailScene(context);
    const addresses = Array.from({ length: 12 }, (_, at) => `student-${at}@example.com`);
    for (const address of addresses) await paid(scene, address);
    const workers = [0, 1].map(() => depsHere(scene.settings));
    const timers = workers.map((deps) => startTimer(deps, 0.05));
    context.onTestFinished(async () => {
      await Promise.all(timers.map((timer) => timer.stop()));
      await Promise.all(workers.map((deps) => deps.close()));
    });
    await Promise.all([scene.work(), scene.work()]);
    await until("every mail is recorded", async () => {
      const statuses = (await scene.mails()).map(({ status }) => status);
      return statuses.length === 12 && statuses.every((status) => status === "sent");
    });
    expect(scene.office.taken.map(({ to }) => to[0]).sort()).toEqual(addresses.sort());
  });

  it("one whose lease ran out writes nothing: the one that has the mail now does", async (context) => {
    const scene = await mailScene(context);
    await paid(scene);
    const slow = { ...scene.deps };
    const { transport } = scene.deps.mail!;
    slow.mail = {
      ...scene.deps.mail!,
      transport: {
        ...transport!,
        async send(message) {
          // Meanwhile the lease ends, and another takes the mail.
          await scene.work(10 * MINUTE);
          return transport!.send(message);
        },
      },
    };
    await dispatchEvents(slow, slow.now);
    expect(await sendDueMails(slow, slow.now, () => true)).toBe(0);
    const [row] = await scene.mails();
    expect(row).toMatchObject({ status: "sent", attempts: 1 });
    // Twice, and honestly so: both carry the Message-ID by which mail programs show one.
    expect(new Set(scene.office.taken.map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  it("one that is killed after the server took a mail leaves it to be sent again, under the same Message-ID", async (context) => {
    const scene = await mailScene(context);
    await paid(scene);
    const dying = await startServer("server", {
      ...scene.settings,
      TICK_SECONDS: "1",
      CRASH_AT: "mail.taken",
    });
    context.onTestFinished(() => dying.stop());
    await until("the process died", () => dying.child.signalCode === "SIGKILL");
    expect(scene.office.taken).toHaveLength(1);
    expect((await scene.mails())[0]).toMatchObject({ status: "pending", attempts: 0 });
    expect(await scene.work()).toMatchObject({ mailed: 0, remaining: 1 });
    expect(await scene.work(3 * MINUTE)).toMatchObject({ mailed: 1, remaining: 0 });
    const [one, two] = scene.office.taken.map(({ mail }) => mail.messageId);
    expect(two).toBe(one);
    expect((await scene.mails())[0]).toMatchObject({ status: "sent" });
  });

  it("a server's log holds neither addresses nor what the mail server said", async (context) => {
    const scene = await mailScene(context, () => 550);
    await paid(scene, "quiet@example.com");
    const server = await startServer("server", { ...scene.settings, LOG_LEVEL: "debug" });
    context.onTestFinished(() => server.stop());
    await until("the refusal is recorded", async () => (await scene.mails())[0]?.status === "failed");
    expect(server.output()).toContain("smtp_550");
    expect(server.output()).not.toMatch(/quiet@example|no mailbox/);
  });
});

describe("mails are forgotten", () => {
  it("after 90 days", async (context) => {
    const scene = await mailScene(context);
    await paid(scene);
    await scene.work();
    const tickIn = (days: number) => tick(scene.deps, new Date(Date.now() + days * DAY));
    await tickIn(89.9);
    expect(await scene.mails()).toHaveLength(1);
    await tickIn(90.1);
    expect(await scene.mails()).toEqual([]);
    expect(scene.office.taken).toHaveLength(1);
  });
});
