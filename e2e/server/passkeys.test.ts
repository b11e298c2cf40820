import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staff, staffSession } from "../../drizzle/schema";
import { createVault } from "../../lib/crypto/vault";
import { endSecondFactor, findPasskeys, removePasskeys } from "../../lib/db/staff";
import { lazySignIn } from "../../server/instance/staff";
import { authenticator } from "../support/authenticator";
import { database } from "../support/provider";
import { sharedStack } from "../support/shared";
import { type Member, member, PASSWORD } from "../support/staff";

const ORIGIN = "http://localhost:3000";
const library = () =>
  lazySignIn({ db: database(), vault: createVault(sharedStack().appKeys), baseUrl: ORIGIN })();

type Cookies = readonly { name: string; value: string }[];

/** What a browser's jar sends. */
const asking = (...answers: { cookies: Cookies }[]) => ({
  cookie: answers
    .flatMap(({ cookies }) => cookies)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join("; "),
  userAgent: null,
  address: null,
});

async function withPasskey(device = authenticator(ORIGIN)) {
  const me = await member("operator");
  const signIn = await library();
  const session = await signIn.signIn(asking(), me.email, PASSWORD);
  const begun = await signIn.beginPasskey(asking(session), PASSWORD);
  const added = await signIn.addPasskey(asking(session, begun), "Phone", device.create(begun.response));
  return { me, signIn, device, session, added: added.outcome };
}

async function outcomeOf(
  { signIn, device }: Pick<Awaited<ReturnType<typeof withPasskey>>, "signIn" | "device">,
  from = ORIGIN,
) {
  const begun = await signIn.beginPasskeySignIn(asking());
  return signIn.signInByPasskey(asking(begun), device.get(begun.response, from));
}

const passkeysOf = ({ id }: Member) => findPasskeys(database(), id);

describe("a passkey", () => {
  it("signs in alone, also whoever needs a code after a password", async () => {
    const made = await withPasskey();
    expect(made.added).toBe("done");
    expect(await passkeysOf(made.me)).toMatchObject([{ name: "Phone" }]);
    await database().update(staff).set({ hasSecondFactor: true }).where(eq(staff.id, made.me.id));
    const answer = await outcomeOf(made);
    expect(answer.outcome).toBe("done");
    expect(answer.cookies.map(({ name, maxAgeS }) => [name, maxAgeS])).toEqual([["console", null]]);
    expect(await made.signIn.signedIn(asking(answer))).toMatchObject({ userId: made.me.id });
  });

  it("is asked to check who holds it, and refused where it has not", async () => {
    const { signIn } = await withPasskey();
    expect((await signIn.beginPasskeySignIn(asking())).response).toMatchObject({
      userVerification: "required",
      rpId: "localhost",
    });
    const careless = await withPasskey(authenticator(ORIGIN, { verifies: false }));
    expect(careless.added).toBe("wrong");
    expect(await passkeysOf(careless.me)).toEqual([]);
  });

  it("is refused from another origin, when it is made and when it is used", async () => {
    const made = await withPasskey();
    for (const from of ["https://localhost:3000", "http://localhost:3001", "http://evil.localhost:3000"])
      expect([from, (await outcomeOf(made, from)).outcome]).toEqual([from, "wrong"]);
    const elsewhere = authenticator("https://evil.example");
    expect((await withPasskey(elsewhere)).added).toBe("wrong");
    expect((await outcomeOf(made)).outcome).toBe("done");
  });

  it("is refused for a challenge that was used, that another browser got, or that was for adding one", async () => {
    const { signIn, device, session, me } = await withPasskey();
    const begun = await signIn.beginPasskeySignIn(asking());
    const given = device.get(begun.response);
    expect((await signIn.signInByPasskey(asking(), given)).outcome).toBe("wrong");
    expect((await signIn.signInByPasskey(asking(begun), given)).outcome).toBe("done");
    expect((await signIn.signInByPasskey(asking(begun), given)).outcome).toBe("wrong");
    const other = await signIn.beginPasskeySignIn(asking());
    expect((await signIn.signInByPasskey(asking(other), given)).outcome).toBe("wrong");
    const adding = await signIn.beginPasskey(asking(session), PASSWORD);
    expect((await signIn.signInByPasskey(asking(adding), device.get(adding.response))).outcome).toBe("wrong");
    expect(await database().select().from(staffSession).where(eq(staffSession.staffId, me.id))).toHaveLength(
      2,
    );
  });

  it.each([
    "",
    "null",
    "{}",
    '{"id":1}',
    '{"id":"\\u0000"}',
    '{"id":"AAAA"}',
    '{"id":"AAAA","response":{}}',
    "[",
  ])("is not %s", async (given) => {
    const { signIn, session } = await withPasskey();
    const begun = await signIn.beginPasskeySignIn(asking());
    expect((await signIn.signInByPasskey(asking(begun), given)).outcome).toBe("wrong");
    const adding = await signIn.beginPasskey(asking(session), PASSWORD);
    expect((await signIn.addPasskey(asking(session, adding), "Phone", given)).outcome).toBe("wrong");
  });

  it("is added with the password only, and by whom it was asked of", async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    const { signIn, session } = mine;
    const wrong = await signIn.beginPasskey(asking(session), "a wrong password");
    expect(wrong).toEqual({ outcome: "wrong", cookies: [] });
    const adding = await signIn.beginPasskey(asking(session), PASSWORD);
    const given = authenticator(ORIGIN).create(adding.response);
    expect((await signIn.addPasskey(asking(theirs.session, adding), "Phone", given)).outcome).toBe("wrong");
    expect(await passkeysOf(theirs.me)).toHaveLength(1);
  });

  it("ends when it is removed, with the second factor, and with a new password by a link", async () => {
    const ends = {
      removed: ({ id }: Member) => removePasskeys(database(), id, null),
      "second factor": ({ id }: Member) => endSecondFactor(database(), id),
      link: async ({ id }: Member) => {
        const signIn = await library();
        await signIn.setPassword(await signIn.makeLink(id, 60_000), "another horse battery staple");
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      const made = await withPasskey();
      await end(made.me);
      expect([how, await passkeysOf(made.me)]).toEqual([how, []]);
      expect([how, (await outcomeOf(made)).outcome]).toEqual([how, "wrong"]);
    }
  });

  it("is nobody's whose account is deleted", async () => {
    const made = await withPasskey();
    await database().delete(staff).where(eq(staff.id, made.me.id));
    expect((await outcomeOf(made)).outcome).toBe("wrong");
  });
});
