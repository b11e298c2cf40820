import { expect, inject, it, vi } from "vitest";
import { addStaff } from "../../lib/db/staff";
import { newId } from "../../lib/domain/ids";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { heading, words } from "../support/html-form";
import { database, makeProvider } from "../support/provider";
import { startServer } from "../support/stack";
import { PASSWORD, staffBrowser } from "../support/staff";
import { MAIL_FROM, openPostOffice, textOf } from "./post-office";

const EMAIL = "robin@college.example";

const LINK = /http\S+\/console\/invitation\S+/;

it("emails an invitation with the link that the command prints", async ({ onTestFinished }) => {
  const office = await openPostOffice();
  onTestFinished(office.close);
  const settings = settingsOver(await makeDatabase(inject("cluster")));
  const args = ["invite", "--email", EMAIL, "--operator"];
  const over = { ...settings, BASE_URL: "http://localhost", SMTP_URL: office.url, MAIL_FROM };
  const { rows, said } = await runCommand("staff", args, over);
  expect(said).toBe("");
  expect(rows).toMatchObject([{ emailed: true, invitation: expect.stringMatching(LINK) }]);
  const [mail] = office.to(EMAIL);
  expect(textOf(mail!)).toContain((rows[0] as { invitation: string }).invitation);
});

it("emails whoever forgot a password a link that sets a new one, and nobody else anything", async ({
  onTestFinished,
}) => {
  const office = await openPostOffice();
  const databaseUrl = await makeDatabase(inject("cluster"));
  const settings = { ...settingsOver(databaseUrl), SMTP_URL: office.url, MAIL_FROM, TICK_SECONDS: "0" };
  const server = await startServer("server", settings);
  onTestFinished(async () => {
    await server.stop();
    await office.close();
  });
  await addStaff(database(databaseUrl), { id: newId("stf"), email: EMAIL, name: "Robin" });
  const browser = staffBrowser(server.url);
  const ask = async (email: string) =>
    browser.press(await browser.open("/console/reset"), "Send the link", { email });

  expect(words(await ask("robin"))).toContain("Enter an email address in the correct format");
  const [unknown, known] = [await ask("nobody@college.example"), await ask("Robin@College.example")];
  expect(words(known)).toBe(words(unknown));
  await vi.waitFor(() => expect(office.taken).toHaveLength(1), { timeout: 120_000 });
  const [mail] = office.taken;
  expect(mail!.to).toEqual([EMAIL]);
  const [link] = textOf(mail!).match(LINK) ?? [];
  const { pathname, search } = new URL(link!);
  const done = await browser.press(await browser.open(pathname + search), "Set password", {
    password: PASSWORD,
  });
  expect(words(done)).toContain("Your password is set");
  expect(heading(await browser.signIn({ email: EMAIL }))).toBe("Providers");
  expect(office.asked).toEqual([EMAIL]);

  for (let again = 0; again < 10; again++) await ask(EMAIL);
  await vi.waitFor(() => expect(office.asked.length).toBeGreaterThan(1), { timeout: 120_000 });
  expect(office.asked.length).toBeLessThan(10);
});

it("emails who is invited in the console the link, which their admin never sees", async ({
  onTestFinished,
}) => {
  const office = await openPostOffice();
  const databaseUrl = await makeDatabase(inject("cluster"));
  const settings = { ...settingsOver(databaseUrl), SMTP_URL: office.url, MAIL_FROM, TICK_SECONDS: "0" };
  const server = await startServer("server", settings);
  onTestFinished(async () => {
    await server.stop();
    await office.close();
  });
  const db = database(databaseUrl);
  const run = (email: string, at: string) =>
    runCommand("staff", ["invite", "--email", email, "--provider", at, "--role", "admin"], {
      ...settings,
      BASE_URL: server.url,
    });
  const [here, elsewhere] = [await makeProvider({}, db), await makeProvider({}, db)];
  const admin = "admin@college.example";
  await run(admin, here.code);
  await run("known@college.example", elsewhere.code);
  const enter = async (email: string) => {
    const [link] = textOf(office.to(email).at(-1)!).match(LINK) ?? [];
    const { pathname, search } = new URL(link!);
    const browser = staffBrowser(server.url);
    await browser.press(await browser.open(pathname + search), "Set password", { password: PASSWORD });
    return { browser, page: await browser.signIn({ email }) };
  };
  const { browser } = await enter(admin);
  const invite = async (email: string) => {
    const page = await browser.open(`/console/${here.code}/set-up/staff/new/invite`);
    const said = { email, name: "Robin Lee", role: "viewer", reason: "A new colleague" };
    return browser.press(page, "Invite a colleague", said);
  };
  const pages = [await invite(EMAIL), await invite("known@college.example")];
  for (const page of pages) {
    expect(page.url).toMatch(/\/acts\/act_/);
    expect(page.text).not.toContain("token=");
  }
  expect(textOf(office.to("known@college.example").at(-1)!)).toContain("Sign in as before");
  expect(textOf(office.to("known@college.example").at(-1)!)).not.toMatch(LINK);
  expect(heading((await enter(EMAIL)).page)).toBe("Needs attention");
});
