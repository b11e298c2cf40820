import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { email } from "../../drizzle/schema";
import { newId } from "../../lib/domain/ids";
import { ok } from "../support/answer";
import { Api } from "../support/api";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { checkoutIdOf } from "../support/charges";
import { freshSettings } from "../support/fresh";
import { type Here, serveHere } from "../support/here";
import { makeProvider, type TestProvider } from "../support/provider";
import { send } from "../support/send";
import { type Door, type RunningProcess, startServer } from "../support/stack";
import { mailScene, mailWork } from "./scene";

const DOORS_OF_MAILS = ["server", "next"] as const;

describe("a sandbox that keeps its mails", () => {
  let sandbox: Here;
  let server: RunningProcess;
  const doors: Partial<Record<Door, RunningProcess>> = {};
  beforeAll(async () => {
    const settings = { ...(await freshSettings()), MAIL_KEEP: "on", TICK_SECONDS: "0" };
    // The pages are a server's; everything else is done in this process.
    sandbox = await serveHere(settings);
    for (const door of DOORS_OF_MAILS) doors[door] = await startServer(door, settings);
    server = doors.server!;
  });
  afterAll(() => Promise.all([sandbox.stop(), ...Object.values(doors).map((door) => door.stop())]));

  const page = (path: string) => fetch(`${server.url}/sandbox/mail${path}`);
  const aProvider = async (name?: string) => {
    const provider = await makeProvider({ name }, sandbox.deps.db);
    return { provider, client: new Api(sandbox.url, provider.key) };
  };
  /** The kept mail of a provider's only checkout. */
  async function keptOf(provider: TestProvider) {
    await mailWork(sandbox.deps);
    const [row] = await sandbox.deps.db.select().from(email).where(eq(email.providerId, provider.id));
    expect(row?.status).toBe("kept");
    return row!;
  }

  it("lists them, and shows each with both parts", async () => {
    const { provider, client } = await aProvider("Kept & <Co>");
    await client.create(payNowBody(provider));
    const row = await keptOf(provider);
    const list = await (await page("")).text();
    expect(list).toContain(`/sandbox/mail/${row.id}`);
    const opened = await page(`/${row.id}`);
    expect(opened.status).toBe(200);
    const text = await opened.text();
    for (const said of [
      "Receipt for $1,500.00 – Kept &amp; &lt;Co&gt;",
      "amelia@example.com",
      "office@example.com",
    ])
      expect(text).toContain(said);
    expect(text).not.toContain("<Co>");
  });

  it("gives the HTML under a policy of its own, under which nothing runs, loads or is sent", async () => {
    const { provider, client } = await aProvider();
    await client.create(payNowBody(provider));
    const { id, htmlBody } = await keptOf(provider);
    const answer = await page(`/${id}/html`);
    expect(await answer.text()).toBe(htmlBody);
    const policy = answer.headers.get("content-security-policy")!.split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy.find((one) => one.startsWith("sandbox"))).not.toMatch(/allow-(scripts|same-origin|forms)/);
    expect(policy.some((one) => one.startsWith("script-src"))).toBe(false);
  });

  it("gives the signed agreement, byte for byte, with its mail and with no other", async () => {
    const { provider, client } = await aProvider();
    const created = await client.create(planBody(provider));
    ok(await client.authorise(checkoutIdOf(created)));
    const confirmed = await client.confirm(checkoutIdOf(created), confirmBody(created.body));
    const { id } = await keptOf(provider);
    const answer = await page(`/${id}/attachment`);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toEqual(
      expect.stringMatching(/^attachment; filename="[\w-]+-payment-plan-agreement\.pdf"; filename\*=/),
    );
    const sha256 = createHash("sha256")
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest("hex");
    expect(sha256).toBe(confirmed.body.agreement.sha256);
    const other = await aProvider();
    await other.client.create(payNowBody(other.provider));
    expect((await page(`/${(await keptOf(other.provider)).id}/attachment`)).status).toBe(404);
  });

  it.each(DOORS_OF_MAILS)(
    "through the %s entry point shows none to another site, or behind a proxy",
    async (door) => {
      const { provider, client } = await aProvider();
      await client.create(payNowBody(provider));
      const { id } = await keptOf(provider);
      const { port } = new URL(doors[door]!.url);
      for (const path of ["", `/${id}`, `/${id}/html`]) {
        const statusOf = async (headers: Record<string, string>) =>
          (await send("GET", `${doors[door]!.url}/sandbox/mail${path}`, headers)).status;
        for (const name of ["localhost", "127.0.0.1", "[::1]"])
          expect([path, name, await statusOf({ Host: `${name}:${port}` })]).toEqual([path, name, 200]);
        // The name of another site that was made to lead to this machine, and what tunnels of it add.
        for (const headers of [
          { Host: `evil.test:${port}` },
          { "X-Forwarded-For": "" },
          { "X-Forwarded-Host": "demo.test" },
          { "X-Real-IP": "192.0.2.1" },
          { Via: "1.1 tunnel" },
        ] as Record<string, string>[])
          expect([path, headers, [403, 404].includes(await statusOf(headers))]).toEqual([
            path,
            headers,
            true,
          ]);
      }
    },
  );

  it("has no page for a mail that does not exist", async () => {
    for (const id of [newId("eml"), "eml_x", "%00", "..%2f"])
      for (const part of ["", "/html", "/attachment"]) {
        const { status } = await page(`/${id}${part}`);
        expect({ id, part, status: status === 404 || status === 400 }).toEqual({ id, part, status: true });
      }
  });
});

describe("a service that sends its mails", () => {
  it("has no page of them, and keeps nothing of what they said", async (context) => {
    const scene = await mailScene(context);
    await scene.client.create(payNowBody(scene.provider));
    await scene.work();
    const server = await startServer("server", scene.settings);
    context.onTestFinished(() => server.stop());
    const [row] = await scene.mails();
    expect(row).toMatchObject({ status: "sent", subject: null, textBody: null, htmlBody: null });
    for (const path of ["", `/${row!.id}`, `/${row!.id}/html`, `/${row!.id}/attachment`])
      expect((await fetch(`${server.url}/sandbox/mail${path}`)).status).toBe(404);
  });

  it("writes names of every script, and none of them makes a header", async (context) => {
    const scene = await mailScene(context);
    const provider = await makeProvider(
      { name: 'Ακαδημία "Ωκεανός" <a@b.example>,\r\nBcc: x@y.example' },
      scene.db,
    );
    const client = scene.client.as(provider.key);
    for (const [first_name, last_name, address] of [
      ["Nguyễn", "Thị Mỹ", "my@bücher.example"],
      ["学", "习", "xuexi@example.com"],
    ])
      await client.create(payNowBody(provider, { student: { first_name, last_name, email: address } }));
    await scene.work();
    expect(scene.office.taken).toHaveLength(2);
    for (const { mail, to } of scene.office.taken) {
      expect(mail.from).toMatchObject({ name: 'Ακαδημία "Ωκεανός" <a@b.example>, Bcc: x@y.example' });
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.subject).toContain("Ωκεανός");
      expect(to).toHaveLength(1);
      expect(mail.text).toMatch(/Student: (Nguyễn Thị Mỹ|习学)/);
    }
    // A mail server that knows ASCII only takes it: the receiving one shows it decoded.
    expect(scene.office.to("my@bücher.example")[0]!.raw).toContain("To: my@xn--bcher-kva.example");
  });
});
