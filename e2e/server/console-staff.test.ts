import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { staff } from "../../drizzle/schema";
import { findColleague, findSessions, giveRole, setVerified } from "../../lib/db/staff";
import { findActs } from "../../lib/db/staff-acts";
import { type Id, newId } from "../../lib/domain/ids";
import { REASON } from "../support/acting";
import { type Html, heading, words } from "../support/html-form";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { addMember, type Member, member, PASSWORD, staffBrowser } from "../support/staff";

let here: TestProvider;
let elsewhere: TestProvider;
let admin: Member;
const browser = staffBrowser();

const at = (path = "", { code } = here) => `/console/${code}/set-up/staff${path}`;
const newEmail = () => `${newId("stf")}@college.example`;
const roleOf = async (id: Id<"stf">, provider = here) =>
  (await findColleague(database(), provider.id, { id }))?.role ?? null;
const linkIn = ({ text }: Html) => /\/console\/invitation\?token=[\w-]+/.exec(text)?.[0] ?? null;

async function invite(email: string, typed: Record<string, string> = {}, as = browser, where = here) {
  const page = await as.open(at("/new/invite", where));
  const said = { email, name: "Robin Lee", role: "support", reason: REASON, ...typed };
  return as.press(page, "Invite a colleague", said);
}

async function change({ id }: { id: Id<"stf"> }, key: string, typed: Record<string, string> = {}) {
  const page = await browser.open(at(`/${id}/${key}`));
  return browser.press(page, heading(page), { reason: REASON, ...typed });
}

async function enter(link: string | null, email: string) {
  const theirs = staffBrowser();
  await theirs.press(await theirs.open(link!), "Set password", { password: PASSWORD });
  return { theirs, page: await theirs.signIn({ email }) };
}

async function adminOf(provider: TestProvider) {
  const theirs = staffBrowser();
  await theirs.signIn(await member({ providerId: provider.id, role: "admin" }));
  return theirs;
}

beforeAll(async () => {
  [here, elsewhere] = [await makeProvider(), await makeProvider()];
  admin = await member({ providerId: here.id, role: "admin" });
  await browser.signIn(admin);
});

describe("an admin cannot take an account over", () => {
  it.each(["a password", "another provider's role", "an operator's right"] as const)(
    "by inviting somebody who has %s: they get the role, and no link is shown",
    async (what) => {
      const person =
        what === "a password"
          ? await member(null)
          : await addMember(
              what === "an operator's right" ? "operator" : { providerId: elsewhere.id, role: "viewer" },
            );
      const page = await invite(person.email);
      expect(page.url).toMatch(/\/acts\/act_/);
      expect(linkIn(page)).toBeNull();
      expect(await roleOf(person.id)).toBe("support");
      expect((await browser.open(at(`/${person.id}/second-factor`))).text).not.toContain("What will happen");
      const signOut = words(await browser.open(at(`/${person.id}/sign-out`)));
      expect(signOut.includes("This cannot be done here")).toBe(what !== "a password");
    },
  );

  it("by making it before another provider invites its owner", async () => {
    const email = newEmail();
    const link = linkIn(await invite(email));
    const theirAdmin = await adminOf(elsewhere);
    const refused = async () => words(await invite(email, {}, theirAdmin, elsewhere));
    expect(await refused()).toContain("This cannot be done here. Ask whoever runs the service.");
    await enter(link, email);
    expect(await refused()).toContain("This cannot be done here");
    const [row] = await database().select().from(staff).where(eq(staff.email, email));
    expect(await roleOf(row!.id, elsewhere)).toBeNull();
  });

  it("by a link that was shown before the person was removed", async () => {
    const email = newEmail();
    const link = linkIn(await invite(email));
    const [row] = await database().select().from(staff).where(eq(staff.email, email));
    await change(row!, "remove");
    expect(linkIn(await invite(email, {}, await adminOf(elsewhere), elsewhere))).not.toBeNull();
    expect(words(await browser.open(link!))).toContain("This link has ended");
  });

  it("by asking for what the page does not offer", async () => {
    const person = await addMember({ providerId: here.id, role: "viewer" });
    const page = await browser.open(at(`/${person.id}/sign-out`));
    await giveRole(database(), person.id, { providerId: elsewhere.id, role: "admin" });
    const after = await browser.press(page, "Sign out everywhere", { reason: REASON });
    expect(words(after)).toContain("This cannot be done here");
  });
});

describe("staff in the console", () => {
  it("are invited by a link that is shown once, and recorded without it", async () => {
    const email = newEmail();
    const page = await invite(email.toUpperCase());
    const link = linkIn(page);
    const { page: start } = await enter(link, email);
    expect(heading(start)).toBe("Needs attention");
    const list = words(await browser.open(at()));
    expect(list).toContain(`Robin Lee ${email} support Off`);
    const [last] = await findActs(database(), here.id, { before: 1_000 }, 1);
    expect(last).toMatchObject({ act: { action: "set_up", reason: REASON }, outcome: { step: "done" } });
    expect(last!.act.subject).toContain(email);
    expect(JSON.stringify(last)).not.toContain("token=");
  });

  it("get another link while they have no password, and keep it for themselves after that", async () => {
    const email = newEmail();
    await invite(email);
    const second = linkIn(await invite(email, { role: "finance" }));
    await enter(second, email);
    expect(words(await invite(email))).toContain("This person has a role here already");
  });

  it("are refused with what to correct", async () => {
    const page = words(await invite("robin", { name: "", reason: "" }));
    expect(words(await invite("robin"))).toContain("Enter an email address in the correct format");
    for (const said of ["Name: fill this in", "Enter a reason"]) expect(page).toContain(said);
  });

  it("get another role, and lose it with their sessions", async () => {
    const person = await member({ providerId: here.id, role: "viewer" });
    const theirs = staffBrowser();
    await theirs.signIn(person);
    const receipt = await change(person, "role", { role: "finance" });
    expect(receipt.url).toMatch(/\/acts\/act_/);
    expect(await roleOf(person.id)).toBe("finance");
    await change(person, "sign-out");
    expect(await findSessions(database(), person.id)).toEqual([]);
    await theirs.signIn(person);
    await change(person, "remove");
    expect(await roleOf(person.id)).toBeNull();
    expect(await findSessions(database(), person.id)).toEqual([]);
    expect((await browser.open(at(`/${person.id}/remove`))).status).toBe(404);
  });

  it("lose their authenticator app where they lost the phone", async () => {
    const person = await member({ providerId: here.id, role: "viewer" });
    await database().update(staff).set({ hasSecondFactor: true }).where(eq(staff.id, person.id));
    await change(person, "second-factor");
    const [row] = await database().select().from(staff).where(eq(staff.id, person.id));
    expect(row!.hasSecondFactor).toBe(false);
    expect(words(await browser.open(at(`/${person.id}/second-factor`)))).toContain("no authenticator app");
  });

  it("keep their roles elsewhere, of which nobody learns", async () => {
    const person = await member({ providerId: elsewhere.id, role: "finance" });
    await setVerified(database(), person.id, true);
    await invite(person.email);
    const list = await browser.open(at());
    expect(list.text).not.toContain(elsewhere.code);
    await change(person, "remove");
    expect(await roleOf(person.id, elsewhere)).toBe("finance");
    const theirs = staffBrowser();
    await theirs.signIn(person);
    expect((await theirs.open(`/console/${elsewhere.code}`)).status).toBe(200);
  });

  it("take nothing from themselves", async () => {
    for (const key of ["role", "second-factor", "sign-out", "remove"])
      expect(words(await browser.open(at(`/${admin.id}/${key}`)))).toContain(
        "You cannot do this to yourself",
      );
  });

  it("are without operators, and without anybody of another provider", async () => {
    const [operator, other] = [
      await addMember("operator"),
      await addMember({ providerId: elsewhere.id, role: "viewer" }),
    ];
    const list = words(await browser.open(at()));
    for (const { email, id } of [operator, other]) {
      expect(list).not.toContain(email);
      expect((await browser.open(at(`/${id}/remove`))).status).toBe(404);
    }
  });
});

it("an operator who helps with staff is named in the record", async () => {
  const operator = staffBrowser();
  const me = await member("operator");
  await operator.signIn(me);
  const person = await addMember({ providerId: here.id, role: "viewer" });
  const page = await operator.open(at(`/${person.id}/remove`));
  await operator.press(page, "Remove from the staff", { reason: REASON });
  const [last] = await findActs(database(), here.id, { before: 1_000 }, 1);
  expect(last!.act).toMatchObject({ staffName: me.name, role: "operator" });
});
