import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { email } from "../../drizzle/schema";
import { newId } from "../../lib/domain/ids";
import { api } from "../support/api";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { checkoutIdOf } from "../support/charges";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { mailScene, serverOf } from "./scene";

const page = (path: string) => fetch(`${inject("stack").doors.server}/sandbox/mail${path}`);

/** The kept mail of a provider's only checkout. */
const keptOf = (provider: Awaited<ReturnType<typeof makeProvider>>) =>
  until("a mail is kept", async () => {
    const [row] = await database()
      .select()
      .from(email)
      .where(and(eq(email.providerId, provider.id), eq(email.status, "kept")));
    return row;
  });

describe("a sandbox that keeps its mails", { timeout: 120_000 }, () => {
  it("lists them, and shows each with both parts", async () => {
    const provider = await makeProvider({ name: "Kept & <Co>" });
    await api("server", provider.key).create(payNowBody(provider));
    const row = await keptOf(provider);
    const list = await (await page("")).text();
    expect(list).toContain(`/sandbox/mail/${row.id}`);
    const opened = await page(`/${row.id}`);
    expect(opened.status).toBe(200);
    const text = await opened.text();
    for (const said of [
      "Your receipt from Kept &amp; &lt;Co&gt;",
      "amelia@example.com",
      "office@example.com",
    ])
      expect(text).toContain(said);
    expect(text).not.toContain("<Co>");
  });

  it("gives the HTML under a policy of its own, under which nothing runs, loads or is sent", async () => {
    const provider = await makeProvider();
    await api("server", provider.key).create(payNowBody(provider));
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
    const provider = await makeProvider();
    const client = api("server", provider.key);
    const created = await client.create(planBody(provider));
    await client.authorise(checkoutIdOf(created));
    const confirmed = await client.confirm(checkoutIdOf(created), confirmBody(created.body));
    const { id } = await keptOf(provider);
    const answer = await page(`/${id}/attachment`);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="payment-plan-agreement.pdf"',
    );
    const sha256 = createHash("sha256")
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest("hex");
    expect(sha256).toBe(confirmed.body.agreement.sha256);
    const other = await makeProvider();
    await api("server", other.key).create(payNowBody(other));
    expect((await page(`/${(await keptOf(other)).id}/attachment`)).status).toBe(404);
  });

  it("has no page for a mail that does not exist", async () => {
    for (const id of [newId("eml"), "eml_x", "%00", "..%2f"])
      for (const part of ["", "/html", "/attachment"]) {
        const { status } = await page(`/${id}${part}`);
        expect({ id, part, status: status === 404 || status === 400 }).toEqual({ id, part, status: true });
      }
  });
});

describe("a service that sends its mails", { timeout: 120_000 }, () => {
  it("has no page of them, and keeps nothing of what they said", async (context) => {
    const scene = await mailScene(context);
    const { server, client } = await serverOf(scene, context);
    await client.create(payNowBody(scene.provider));
    await scene.tick();
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
    const { client } = await serverOf({ ...scene, provider }, context);
    for (const [first_name, last_name, address] of [
      ["Nguyễn", "Thị Mỹ", "my@bücher.example"],
      ["学", "习", "xuexi@example.com"],
    ])
      await client.create(payNowBody(provider, { student: { first_name, last_name, email: address } }));
    await scene.tick();
    expect(scene.office.taken).toHaveLength(2);
    for (const { mail, to } of scene.office.taken) {
      expect(mail.from).toMatchObject({ name: 'Ακαδημία "Ωκεανός" <a@b.example>, Bcc: x@y.example' });
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.subject).toContain("Ωκεανός");
      expect(to).toHaveLength(1);
      expect(mail.text).toMatch(/Student: (Nguyễn Thị Mỹ|学 习)/);
    }
    // A mail server that knows ASCII only takes it: the receiving one shows it decoded.
    expect(scene.office.to("my@bücher.example")[0]!.raw).toContain("To: my@xn--bcher-kva.example");
  });
});
