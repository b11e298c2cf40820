import { describe, expect, it } from "vitest";
import { dispatchEvents } from "../../lib/events/dispatch";
import { sendDueMails } from "../../lib/mail/send-due";
import { payNowBody } from "../support/bodies";
import { until } from "../support/poll";
import { start, startServer } from "../support/stack";
import { openPostOffice, type Verdict } from "./post-office";
import { type MailScene, mailScene, serverOf, withMail } from "./scene";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Client = Awaited<ReturnType<typeof serverOf>>["client"];

async function paid({ provider }: MailScene, client: Client, address = "amelia@example.com") {
  const answer = await client.create(payNowBody(provider, { student: { email: address } }));
  expect(answer.status).toBe(201);
}

/** A mail server that first does what it is told, and takes what comes after. */
const once =
  (verdict: Verdict) =>
  (_to: string, nth: number): Verdict =>
    nth === 1 ? verdict : "take";

describe("a mail server that", { timeout: 120_000 }, () => {
  it("refuses for good is not asked again, and what it said stays out of the records", async (context) => {
    const scene = await mailScene(context, () => 550);
    const { client } = await serverOf(scene, context);
    await paid(scene, client);
    expect(await scene.tick()).toMatchObject({ mailed: 0, remaining: 0 });
    expect(await scene.tick(3 * DAY)).toMatchObject({ mailed: 0 });
    expect(scene.office.asked).toHaveLength(1);
    const [row] = await scene.mails();
    expect(row).toMatchObject({ status: "failed", attempts: 1, lastError: "smtp_550", dueAt: null });
  });

  it.for([
    ["refuses for now", 451, "smtp_451"],
    ["hangs", "hang", "timeout"],
    ["cuts the connection", "cut", "connection"],
  ] as const)(
    "%s gets the mail again a minute later, under the same Message-ID",
    async ([, verdict, code], context) => {
      const scene = await mailScene(context, once(verdict));
      const { client } = await serverOf(scene, context);
      await paid(scene, client);
      await scene.tick();
      const [first] = await scene.mails();
      expect(first).toMatchObject({ status: "pending", attempts: 1, lastError: code });
      const wait = first!.dueAt!.getTime() - Date.now();
      expect(wait).toBeGreaterThan(45_000);
      expect(wait).toBeLessThan(67_000);
      expect(await scene.tick(2 * MINUTE)).toMatchObject({ mailed: 1 });
      const [last] = await scene.mails();
      expect(last).toMatchObject({ status: "sent", attempts: 2, lastError: null });
      expect(scene.office.taken.map(({ mail }) => mail.messageId)).toEqual([
        `<${last!.id}@checkout.example>`,
      ]);
    },
  );

  it("is away gets everything once it is back; one that stays away for two days is given up", async (context) => {
    const scene = await mailScene(context);
    const { client } = await serverOf(scene, context);
    await paid(scene, client);
    await scene.office.close();
    let at = 0;
    for (let attempt = 1; attempt <= 10; attempt++) {
      await scene.tick(at);
      const [row] = await scene.mails();
      expect(row).toMatchObject({ attempts: attempt, lastError: "connection" });
      if (row!.dueAt) at = row!.dueAt.getTime() - Date.now() + 1_000;
    }
    expect((await scene.mails())[0]).toMatchObject({ status: "failed", dueAt: null });
    expect(at).toBeGreaterThan(1.7 * DAY);
    expect(at).toBeLessThan(2.3 * DAY);
    const back = await openPostOffice();
    context.onTestFinished(() => back.close());
    await paid(scene, client);
    const deps = withMail(scene.deps, back.url);
    expect(
      await sendDueMails(
        deps,
        () => new Date(),
        () => true,
      ),
    ).toBe(0);
    await scene.tick(at);
    const later = new Date(Date.now() + at + 2 * MINUTE);
    expect(
      await sendDueMails(
        deps,
        () => later,
        () => true,
      ),
    ).toBe(1);
    await deps.mail!.transport!.close();
  });

  it("refuses one address keeps no other waiting", async (context) => {
    const scene = await mailScene(context, (to) => (to === "nobody@example.com" ? 550 : "take"));
    const { client } = await serverOf(scene, context);
    for (let at = 0; at < 8; at++)
      await paid(scene, client, at % 2 ? "nobody@example.com" : `s${at}@example.com`);
    expect(await scene.tick()).toMatchObject({ mailed: 4, remaining: 0 });
    expect(scene.office.taken).toHaveLength(4);
  });
});

describe("workers", { timeout: 120_000 }, () => {
  it("two and two drains at once send each mail once", async (context) => {
    const scene = await mailScene(context);
    const { client, server } = await serverOf(scene, context);
    const addresses = Array.from({ length: 30 }, (_, at) => `student-${at}@example.com`);
    for (const address of addresses) await paid(scene, client, address);
    const settings = { ...scene.settings, BASE_URL: server.url };
    const workers = [0, 1].map(() => start(["--import", "tsx", "scripts/worker.ts"], settings));
    context.onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
    await Promise.all([scene.tick(), scene.tick()]);
    await until(
      "every mail is recorded",
      async () =>
        (await scene.mails()).every(({ status }) => status === "sent") && (await scene.mails()).length === 30,
    );
    expect(scene.office.taken.map(({ to }) => to[0]).sort()).toEqual(addresses.sort());
  });

  it("one whose lease ran out writes nothing: the one that has the mail now does", async (context) => {
    const scene = await mailScene(context);
    const { client } = await serverOf(scene, context);
    await paid(scene, client);
    const slow = { ...scene.deps };
    const { transport } = scene.deps.mail!;
    slow.mail = {
      ...scene.deps.mail!,
      transport: {
        ...transport!,
        async send(message) {
          // Meanwhile the lease ends, and another takes the mail.
          await scene.tick(10 * MINUTE);
          return transport!.send(message);
        },
      },
    };
    await dispatchEvents(slow, () => new Date());
    expect(
      await sendDueMails(
        slow,
        () => new Date(),
        () => true,
      ),
    ).toBe(0);
    const [row] = await scene.mails();
    expect(row).toMatchObject({ status: "sent", attempts: 1 });
    // Twice, and honestly so: both carry the Message-ID by which mail programs show one.
    expect(new Set(scene.office.taken.map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  it("one that is killed after the server took a mail leaves it to be sent again, under the same Message-ID", async (context) => {
    const scene = await mailScene(context);
    const { client } = await serverOf(scene, context);
    await paid(scene, client);
    const dying = await startServer("server", {
      ...scene.settings,
      TICK_SECONDS: "1",
      CRASH_AT: "mail.taken",
    });
    context.onTestFinished(() => dying.stop());
    await until("the process died", () => dying.child.signalCode === "SIGKILL");
    expect(scene.office.taken).toHaveLength(1);
    expect((await scene.mails())[0]).toMatchObject({ status: "pending", attempts: 0 });
    expect(await scene.tick()).toMatchObject({ mailed: 0, remaining: 1 });
    expect(await scene.tick(MINUTE)).toMatchObject({ mailed: 1, remaining: 0 });
    const [one, two] = scene.office.taken.map(({ mail }) => mail.messageId);
    expect(two).toBe(one);
    expect((await scene.mails())[0]).toMatchObject({ status: "sent" });
  });

  it("a server's log holds neither addresses nor what the mail server said", async (context) => {
    const scene = await mailScene(context, () => 550);
    const { server, client } = await serverOf(scene, context, { TICK_SECONDS: "1", LOG_LEVEL: "debug" });
    await paid(scene, client, "quiet@example.com");
    await until("the refusal is recorded", async () => (await scene.mails())[0]?.status === "failed");
    expect(server.output()).toContain("smtp_550");
    expect(server.output()).not.toMatch(/quiet@example|no mailbox/);
  });
});

describe("mails are forgotten", { timeout: 120_000 }, () => {
  it("after 90 days", async (context) => {
    const scene = await mailScene(context);
    const { client } = await serverOf(scene, context);
    await paid(scene, client);
    await scene.tick();
    await scene.tick(89.9 * DAY);
    expect(await scene.mails()).toHaveLength(1);
    await scene.tick(90.1 * DAY);
    expect(await scene.mails()).toEqual([]);
    expect(scene.office.taken).toHaveLength(1);
  });
});
