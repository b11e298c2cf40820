import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffSecondFactor, staffSession, staffToken } from "../../drizzle/schema";
import { STAFF_ROLES } from "../../drizzle/vocabulary";
import { endSessions } from "../../lib/db/staff";
import { MAX_GUESSES } from "../../lib/staff/sign-in";
import { codeOf, scanned } from "../support/authenticator-app";
import { heading, title, words } from "../support/html-form";
import { database, makeProvider } from "../support/provider";
import { addMember, linkFor, member, PASSWORD, staffBrowser } from "../support/staff";

const NEW_PASSWORD = "another horse battery staple";
const pathOf = ({ headers }: { headers: Headers }) => headers.get("location");

describe("who may open a provider's console", () => {
  it("is nobody who is not signed in: they sign in first, and come back to the page", async () => {
    const { code, id: providerId } = await makeProvider();
    const browser = staffBrowser();
    const page = await browser.open(`/console/${code}`);
    expect([page.status, pathOf(page)]).toEqual([307, `/console/sign-in?next=%2Fconsole%2F${code}`]);
    for (const path of ["/console", "/console/account"])
      expect(pathOf(await browser.open(path))).toContain("/console/sign-in?");
    const viewer = await member({ providerId, role: "viewer" });
    const after = await browser.signIn(viewer, PASSWORD, `/console/${code}`);
    expect([after.status, heading(after)]).toEqual([200, "Enrolments"]);
  });

  it("leads after a sign-in to no other site", async () => {
    const { id: providerId, code } = await makeProvider();
    const viewer = await member({ providerId, role: "viewer" });
    for (const next of ["https://evil.example", "//evil.example/console", "/docs", "/console/../docs"]) {
      const { from } = await staffBrowser().signIn(viewer, PASSWORD, next);
      expect([next, pathOf(from)]).toEqual([next, "/console"]);
    }
    expect(code).toBeTruthy();
  });

  it.each(STAFF_ROLES)("is its %s, whom another provider's page tells nothing", async (role) => {
    const [own, other] = [await makeProvider(), await makeProvider()];
    const browser = staffBrowser();
    await browser.signIn(await member({ providerId: own.id, role }));
    expect(pathOf(await browser.open("/console"))).toBe(`/console/${own.code}/attention`);
    const page = await browser.open(`/console/${own.code}`);
    expect(page.status).toBe(200);
    expect(heading(page)).toBe("Enrolments");
    const pages = [
      await browser.open(`/console/${other.code}`),
      await browser.open("/console/no-such-college"),
    ];
    expect(pages.map(({ status }) => status)).toEqual([404, 404]);
    expect(words(pages[0]!)).toBe(words(pages[1]!));
  });

  it("is an operator, at each provider", async () => {
    const [one, other] = [await makeProvider({ name: "First" }), await makeProvider({ name: "Second" })];
    const browser = staffBrowser();
    const start = await browser.signIn(await member("operator"));
    expect(heading(start)).toBe("Providers");
    for (const { code } of [one, other]) expect((await browser.open(`/console/${code}`)).status).toBe(200);
    expect((await browser.open("/console/no-such-college")).status).toBe(404);
  });

  it("is nobody whose session was ended", async () => {
    const { id: providerId, code } = await makeProvider();
    const admin = await member({ providerId, role: "admin" });
    const browser = staffBrowser();
    await browser.signIn(admin);
    await endSessions(database(), admin.id, null);
    expect(pathOf(await browser.open(`/console/${code}`))).toContain("/console/sign-in");
  });

  it("is nobody whose session nobody used for long, or began long ago", async () => {
    const { id: providerId, code } = await makeProvider();
    const admin = await member({ providerId, role: "admin" });
    const long = new Date(Date.now() - 13 * 3_600_000);
    for (const changes of [{ expiresAt: long }, { createdAt: long }]) {
      const browser = staffBrowser();
      await browser.signIn(admin);
      await database().update(staffSession).set(changes).where(eq(staffSession.staffId, admin.id));
      expect(pathOf(await browser.open(`/console/${code}`))).toContain("/console/sign-in");
    }
  });

  it("is nobody who has no role any more, and who is told so", async () => {
    const browser = staffBrowser();
    const page = await browser.signIn(await member(null));
    expect(words(await browser.open("/console"))).toContain("You have no role at any provider now.");
    expect(page.status).toBe(200);
  });
});

describe("signing in", () => {
  it("sets a cookie that no script and no other site can use", async () => {
    const { from } = await staffBrowser().signIn(await member("operator"));
    const [line] = from.headers.getSetCookie();
    expect(line).toMatch(/^console=[^;]+; Path=\/; HttpOnly; SameSite=lax$/i);
  });

  it("is never cached, framed, or listed by search engines", async () => {
    const browser = staffBrowser();
    await browser.signIn(await member("operator"));
    for (const path of ["/console/sign-in", "/console/account", "/console"]) {
      const { headers } = await browser.open(path);
      expect(headers.get("cache-control")).toContain("no-store");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-robots-tag")).toContain("noindex");
    }
  });

  it("says the same of a wrong password and of an address that nobody has", async () => {
    const known = await staffBrowser().signIn(await member("operator"), "a wrong password");
    const unknown = await staffBrowser().signIn({ email: "nobody@college.example" }, "a wrong password");
    for (const page of [known, unknown])
      expect(words(page)).toContain("The email address or the password is wrong.");
    expect(title(known)).toBe("Error: Sign in – Console");
    expect(known.text).not.toContain("a wrong password");
  });

  it.each(["of somebody", "that nobody has"])(
    "is locked after many guesses for an address %s",
    async (whose) => {
      const { email } =
        whose === "of somebody" ? await member("operator") : { email: `${Date.now()}@nobody.example` };
      for (let guess = 0; guess < MAX_GUESSES; guess++)
        await staffBrowser().signIn({ email }, `guess ${guess}`);
      expect(words(await staffBrowser().signIn({ email }))).toContain("There were too many attempts.");
    },
  );

  it("takes no form of another site", async () => {
    const browser = staffBrowser();
    const { email } = await member("operator");
    const page = await browser.open("/console/sign-in");
    const answer = await browser.press(
      page,
      "Sign in",
      { email, password: PASSWORD },
      "https://evil.example",
    );
    expect(answer.status).toBe(403);
    expect(browser.jar.size).toBe(0);
  });

  it("ends with the button on the account's page, and the cookie then opens nothing", async () => {
    const browser = staffBrowser();
    await browser.signIn(await member("operator"));
    const kept = new Map(browser.jar);
    await browser.press(await browser.open("/console/account"), "Sign out");
    expect(browser.jar.size).toBe(0);
    for (const [name, value] of kept) browser.jar.set(name, value);
    expect(pathOf(await browser.open("/console/account"))).toContain("/console/sign-in");
  });
});

describe("an invitation", () => {
  it("lets somebody choose a password, once", async () => {
    const guest = await addMember("operator");
    const path = `/console/invitation?token=${await linkFor(guest)}`;
    const browser = staffBrowser();
    const page = await browser.open(path);
    expect(words(page)).toContain(guest.email);
    expect(words(await browser.press(page, "Set password", { password: "short" }))).toContain(
      "Choose a password of at least 12 characters",
    );
    expect(words(await browser.press(page, "Set password", { password: PASSWORD }))).toContain(
      "Your password is set.",
    );
    expect(words(await browser.press(page, "Set password", { password: NEW_PASSWORD }))).toContain(
      "was used already",
    );
    expect(words(await browser.open(path))).toContain("was used already");
    expect(heading(await browser.signIn(guest))).toBe("Providers");
  });

  it("ends after its time", async () => {
    const guest = await addMember("operator");
    const path = `/console/invitation?token=${await linkFor(guest)}`;
    const past = new Date(Date.now() - 1_000);
    await database().update(staffToken).set({ expiresAt: past }).where(eq(staffToken.value, guest.id));
    expect(words(await staffBrowser().open(path))).toContain("This link has ended");
  });

  it("of somebody who has a password ends all their sessions, and the old password", async () => {
    const known = await member("operator");
    const browser = staffBrowser();
    await browser.signIn(known);
    const elsewhere = staffBrowser();
    const page = await elsewhere.open(`/console/invitation?token=${await linkFor(known)}`);
    await elsewhere.press(page, "Set password", { password: NEW_PASSWORD });
    expect(pathOf(await browser.open("/console/account"))).toContain("/console/sign-in");
    expect(words(await browser.signIn(known))).toContain("is wrong");
    expect(heading(await browser.signIn(known, NEW_PASSWORD))).toBe("Providers");
  });
});

describe("the account's page", () => {
  it("ends a session elsewhere", async () => {
    const me = await member("operator");
    const [browser, other] = [staffBrowser(), staffBrowser()];
    await other.signIn(me);
    await browser.signIn(me);
    await browser.press(await browser.open("/console/account"), "Sign out there");
    expect(pathOf(await other.open("/console/account"))).toContain("/console/sign-in");
    expect((await browser.open("/console/account")).status).toBe(200);
  });

  it("ends nobody else's session", async () => {
    const [me, somebody] = [await member("operator"), await member("operator")];
    const [browser, theirs] = [staffBrowser(), staffBrowser()];
    await theirs.signIn(somebody);
    await staffBrowser().signIn(me);
    await browser.signIn(me);
    const [session] = await database()
      .select()
      .from(staffSession)
      .where(eq(staffSession.staffId, somebody.id));
    const page = await browser.open("/console/account");
    await browser.press(page, "Sign out there", { session: session!.id });
    expect((await theirs.open("/console/account")).status).toBe(200);
  });
});

describe("an authenticator app", () => {
  it("is asked for at each sign-in once it is on; each recovery code works once", async () => {
    const me = await member("operator");
    const browser = staffBrowser();
    await browser.signIn(me);
    const account = await browser.open("/console/account");
    const setup = await browser.press(account, "Set it up", { own_password: PASSWORD });
    const key = /type this key: ((?:[A-Z2-7]{4} ?)+)/.exec(words(setup))?.[1]?.replaceAll(" ", "") ?? "";
    const address = `otpauth://totp/Provider%20Checkout:${encodeURIComponent(me.email)}`;
    expect(scanned(setup)).toBe(`${address}?secret=${key}&issuer=Provider%20Checkout`);
    const recovery = words(setup).match(/\b\w{5}-\w{5}\b/g) ?? [];
    expect(recovery).toHaveLength(10);
    expect(words(await browser.press(setup, "Turn it on", { code: "000000" }))).toContain(
      "This code is wrong",
    );
    const on = await browser.press(setup, "Turn it on", { code: codeOf(key) });
    expect(words(on)).toContain("It is on");
    expect(words(on)).not.toContain(recovery[0]);

    const next = staffBrowser();
    const asks = await next.signIn(me);
    expect(heading(asks)).toBe("Enter your code");
    expect(pathOf(await next.open("/console/account"))).toContain("/console/sign-in");
    expect(words(await next.press(asks, "Sign in", { code: "000000" }))).toContain("This code is wrong");
    expect(heading(await next.press(asks, "Sign in", { code: codeOf(key) }))).toBe("Providers");

    const lost = staffBrowser();
    expect(heading(await lost.press(await lost.signIn(me), "Sign in", { code: recovery[0]! }))).toBe(
      "Providers",
    );
    const again = staffBrowser();
    const refused = await again.press(await again.signIn(me), "Sign in", { code: recovery[0]! });
    expect(words(refused)).toContain("This code is wrong");
  });

  it("is locked after many wrong codes, however often somebody begins again", async () => {
    const me = await member("operator");
    const browser = staffBrowser();
    await browser.signIn(me);
    const setup = await browser.press(await browser.open("/console/account"), "Set it up", {
      own_password: PASSWORD,
    });
    const key = /type this key: ((?:[A-Z2-7]{4} ?)+)/.exec(words(setup))?.[1]?.replaceAll(" ", "") ?? "";
    await browser.press(setup, "Turn it on", { code: codeOf(key) });
    for (let begun = 0; begun < 2; begun++) {
      const thief = staffBrowser();
      const asks = await thief.signIn(me);
      for (let guess = 0; guess < 5; guess++) await thief.press(asks, "Sign in", { code: "000000" });
      expect(words(await thief.press(asks, "Sign in", { code: codeOf(key) }))).toMatch(/too many attempts/i);
    }
    const [row] = await database()
      .select()
      .from(staffSecondFactor)
      .where(eq(staffSecondFactor.staffId, me.id));
    expect(row?.lockedUntil).not.toBeNull();
  });
});
