import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { email, enrolment, provider } from "../../drizzle/schema";
import { claimOf, enrolmentSecret } from "../../lib/crypto/enrolment-link";
import { sendDueMails } from "../../lib/mail/send-due";
import { atBank, atReview, begin, DETAILS, type Student } from "../portal/student";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { depsHere } from "../support/here";
import { type Html, heading, open, submit, title, words } from "../support/html-form";
import { database } from "../support/provider";
import { type RunningProcess, startServer } from "../support/stack";

/** A sandbox that keeps its mails: its pages are a server's, everything else is done in this process. */
let over: ReturnType<typeof depsHere>;
let server: RunningProcess;
let db: ReturnType<typeof database>;
beforeAll(async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const settings = { ...settingsOver(databaseUrl), MAIL_KEEP: "on", TICK_SECONDS: "0" };
  over = depsHere(settings);
  db = database(databaseUrl);
  server = await startServer("server", settings);
});
afterAll(() => Promise.all([over.close(), server.stop()]));

/** The next generation of a student's link, which went to the address. */
async function newerThan({ secret }: Pick<Student, "secret">): Promise<string> {
  const [row] = await db
    .select()
    .from(enrolment)
    .where(eq(enrolment.id, claimOf(secret)!.id));
  return enrolmentSecret(over.vault, row!, row!.newestLink);
}

const ADDRESSES = [
  ...["", "/details", "/pay", "/card", "/bank", "/review", "/account", "/checking", "/done", "/expired"],
  ...["/cancelled", "/status", "/agreement", "/agreement/page", "/receipt", "/debits.ics"],
];
const PERSONAL = /Amelia|Nguyen|amelia@|Bookkeeping|ENR-|062-?000/;

/** As a student does who opens the link of a mail. */
async function pressed(secret: string): Promise<string | null> {
  const sent = await submit(await open(`${server.url}/e/${secret}`), "Continue here");
  expect(sent.status).toBe(303);
  return sent.headers.get("location");
}

describe("an address under a link that was mailed, and waits for its button", () => {
  let student: Student;
  let mailed: string;
  beforeAll(async () => {
    student = await atReview({ over, db });
    await student.confirm();
    mailed = await newerThan(student);
  });

  it.each(ADDRESSES)("%j shows nothing but the course, the provider and the first name", async (path) => {
    const before = await student.answers();
    const page = await open(`${server.url}/e/${mailed}${path}`);
    expect(page.text).not.toMatch(/Nguyen|amelia@|ENR-|062-?000|dds_|57\.69/);
    if (path === "/status") expect(page.status).toBe(404);
    else {
      const led = path === "" ? page : await open(`${server.url}${page.headers.get("location")}`);
      expect(led.status).toBe(200);
      expect(heading(led)).toBe("Continue your enrolment");
      expect(words(led)).toContain("Amelia, this link opens your enrolment.");
      expect(led.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    }
    expect(await student.answers()).toEqual(before);
  });

  it("opens once its button is pressed, without a script, and the one that signed keeps its pages", async () => {
    expect(await pressed(mailed)).toBe(`/e/${mailed}/done`);
    for (const secret of [mailed, student.secret])
      for (const path of ["/done", "/status", "/agreement", "/agreement/page", "/debits.ics"])
        expect((await open(`${server.url}/e/${secret}${path}`)).status, path).toBe(200);
  });

  it("goes on at the payments, where the email is about them", async () => {
    const signed = await atReview({ over, db });
    await signed.confirm();
    const secret = await newerThan(signed);
    const led = await open(`${server.url}/e/${secret}/plan`);
    const page = await open(`${server.url}${led.headers.get("location")}`);
    expect(heading(page)).toBe("Continue to your payments");
    const sent = await submit(page, "Continue here");
    expect(sent.headers.get("location")).toBe(`/e/${secret}/plan`);
  });

  it("is not pressed by a form from another site", async () => {
    const other = await begin({ over, db });
    await other.saveDetails();
    const before = await other.answers();
    const page = await open(`${server.url}/e/${await newerThan(other)}`);
    const origin = { Origin: "https://elsewhere.example" };
    await submit(page, "Continue here", {}, origin).catch(() => null);
    expect(await other.answers()).toEqual(before);
  });
});

describe("an address under a link that has ended", () => {
  let student: Student;
  beforeAll(async () => {
    student = await atReview({ over, db });
    await pressed(await newerThan(student));
  });

  it.each(ADDRESSES)("%j gives the page that says so, and nothing of anybody", async (path) => {
    const page = await open(`${server.url}/e/${student.secret}${path}`);
    expect(page.status).toBe(404);
    expect(heading(page)).toBe("This link has ended");
    expect(title(page)).toBe("This link has ended – Test College");
    expect(page.text).not.toMatch(PERSONAL);
    expect(page.text).toContain(`href="/p/${student.college.code}/link"`);
    expect(words(page)).toContain("Test College at office@example.com");
    expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(page.headers.get("cache-control")).toMatch(/no-store/);
    const head = await fetch(page.url, { method: "HEAD" });
    expect(head.status).toBe(404);
  });

  it("tells nothing to who has no link of ours, whatever header comes along", async () => {
    const forged = `${student.secret.slice(0, -2)}${student.secret.endsWith("AA") ? "BB" : "AA"}`;
    for (const path of [`/e/${forged}`, "/no/such/page"]) {
      const response = await fetch(`${server.url}${path}`, {
        headers: { "X-Missing": "ended", "X-Page": `/e/${student.secret}` },
      });
      expect(response.status).toBe(404);
      expect(await response.text()).not.toMatch(/has ended|Test College/);
    }
  });
});

describe("a form from a tab whose link has ended meanwhile", () => {
  it("leads to the page that says so, and nothing of it is saved", async () => {
    const student = await begin({ over, db });
    await student.saveDetails();
    const tab = await open(`${server.url}/e/${student.secret}/details`);
    await pressed(await newerThan(student));
    const sent = await submit(tab, "Continue", { lastName: "Stranger" });
    expect(sent.status).toBe(303);
    expect(sent.headers.get("location")).toBe(`/e/${student.secret}`);
    const told = await open(`${server.url}/e/${student.secret}`);
    expect([told.status, heading(told)]).toEqual([404, "This link has ended"]);
    expect(await student.answers()).toMatchObject({ lastName: DETAILS.lastName });
  });
});

/** Where a page's offer of a new link leads; null where it offers none. */
const newLinkOf = ({ text }: Html) =>
  /<a [^>]*href="([^"]*)"[^>]*>Email me a new link</.exec(text)?.[1] ?? null;

describe("the page on which a new link is asked for, without a script", () => {
  it("says the same for an address that has an enrolment and for one that has none", async () => {
    const student = await begin({ over, db });
    const known = "known@example.com";
    await student.saveDetails({ ...DETAILS, email: known });
    const form = await open(`${server.url}/p/${student.college.code}/link`);
    expect([form.status, heading(form), title(form)]).toEqual([
      200,
      "Get a new link",
      "Get a new link – Test College",
    ]);
    const answers = [];
    for (const address of [known, "nobody@example.com"]) {
      const { status, headers } = await submit(form, "Email me a new link", { email: address });
      answers.push([status, headers.get("location")]);
    }
    expect(answers).toEqual(Array(2).fill([303, `/p/${student.college.code}/link?sent`]));
    const said = words(await open(`${server.url}/p/${student.college.code}/link?sent`));
    expect(said).toContain(
      "If we have an enrolment for the address that you gave, we are emailing you a link.",
    );
    await sendDueMails(
      over,
      () => new Date(),
      () => true,
    );
    const mails = await db.select().from(email).where(eq(email.providerId, student.college.id));
    expect(mails.map(({ kind, address }) => [kind, address])).toEqual([
      ["resume_link", known],
      ["new_link", known],
    ]);
  });

  it("says beside the field what to correct, and keeps what was typed", async () => {
    const form = await open(`${server.url}/link`);
    const refused = await submit(form, "Email me a new link", { email: "amelia@" });
    expect(refused.status).toBe(200);
    expect(words(refused)).toContain("There is a problem");
    expect(refused.text).toContain('value="amelia@"');
  });

  it("is linked from the courses, and from the page for links that open nothing", async () => {
    const { college } = await begin({ over, db });
    expect((await open(`${server.url}/p/${college.code}`)).text).toContain(`href="/p/${college.code}/link"`);
    expect((await open(`${server.url}/e/nothing`)).text).toContain('href="/link"');
  });

  it("is linked from a bank page that leads nowhere, where its student can be mailed", async () => {
    const student = await atBank({ over, db });
    const { setupUrl } = await student.view();
    const bank = () => open(`${server.url}${setupUrl!.slice(setupUrl!.indexOf("/api/"))}`);
    expect(newLinkOf(await open(`${server.url}/api/dd-setup?session=nothing`))).toBe("/link");
    expect(newLinkOf(await bank()), "its form is open").toBeNull();
    await student.lapse();
    const ended = await bank();
    expect(heading(ended)).toBe("This direct debit request has expired");
    expect(newLinkOf(ended)).toBe(`/p/${student.college.code}/link`);
    await db.update(provider).set({ studentEmails: false }).where(eq(provider.id, student.college.id));
    expect(newLinkOf(await bank())).toBeNull();
  });

  it("offers nothing where no mail is sent, and says whom to ask", async () => {
    const { doors } = inject("stack");
    const { college } = await begin();
    const page = await open(`${doors.server}/p/${college.code}/link`);
    expect(words(page)).toContain("contact Test College at office@example.com");
    expect(page.text).not.toContain("<form");
    expect((await open(`${doors.server}/p/${college.code}`)).text).not.toContain(`/p/${college.code}/link`);
    for (const path of ["/e/nothing", "/api/dd-setup?session=nothing"])
      expect((await open(`${doors.server}${path}`)).text).not.toContain('href="/link"');
  });
});
