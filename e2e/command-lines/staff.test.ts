import { describe, expect, it } from "vitest";
import { type Id, newId } from "../../lib/domain/ids";
import { runCommand } from "../support/commands";
import { heading, words } from "../support/html-form";
import { makeProvider } from "../support/provider";
import { sharedStack } from "../support/shared";
import { PASSWORD, staffBrowser } from "../support/staff";

const staff = (...args: string[]) =>
  runCommand("staff", args, { APP_KEYS: sharedStack().appKeys, BASE_URL: sharedStack().doors.server });
const newEmail = () => `${newId("stf")}@college.example`;
const rowOf = async (...args: string[]) => {
  const { code, rows, said } = await staff(...args);
  expect({ code, said }).toEqual({ code: 0, said: "" });
  return rows[0] as { id: Id<"stf">; invitation: string; expires_at: string };
};

async function enter(invitation: string, email: string) {
  const browser = staffBrowser();
  const { pathname, search } = new URL(invitation);
  await browser.press(await browser.open(pathname + search), "Set password", { password: PASSWORD });
  return { browser, page: await browser.signIn({ email }) };
}

describe("npm run staff", () => {
  it("invites somebody with a role, by a link of seven days, and lists them", async () => {
    const { code } = await makeProvider();
    const email = newEmail();
    const { invitation, expires_at, ...row } = await rowOf(
      ...["invite", "--email", email.toUpperCase(), "--name", "Robin Lee"],
      ...["--provider", code, "--role", "support"],
    );
    expect(row).toEqual({
      id: expect.stringMatching(/^stf_/),
      email,
      name: "Robin Lee",
      operator: false,
      roles: { [code]: "support" },
      second_factor: false,
      created_at: expect.anything(),
    });
    const days = (new Date(expires_at).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect((await staff("list")).rows).toContainEqual(JSON.parse(JSON.stringify(row)));
    const { page } = await enter(invitation, email);
    expect(heading(page)).toBe("Needs attention");
    expect(words(page)).toContain("Test College");
  });

  it("changes the role of somebody who is invited again", async () => {
    const { code } = await makeProvider();
    const at = ["invite", "--email", newEmail(), "--provider", code, "--role"];
    const { id } = await rowOf(...at, "viewer");
    expect(await rowOf(...at, "admin")).toMatchObject({ id, roles: { [code]: "admin" } });
  });

  it("takes a role away, which opens nothing from then on, and ends the sessions of who has none left", async () => {
    const [one, other] = [await makeProvider(), await makeProvider()];
    const email = newEmail();
    await rowOf("invite", "--email", email, "--provider", one.code, "--role", "admin");
    const { invitation } = await rowOf(
      "invite",
      "--email",
      email,
      "--provider",
      other.code,
      "--role",
      "viewer",
    );
    const { browser } = await enter(invitation, email);
    await rowOf("revoke", "--email", email, "--provider", one.code);
    expect((await browser.open(`/console/${one.code}`)).status).toBe(404);
    expect((await browser.open(`/console/${other.code}`)).status).toBe(200);
    expect(await rowOf("revoke", "--email", email, "--provider", other.code)).toMatchObject({ roles: {} });
    expect((await browser.open("/console/account")).headers.get("location")).toContain("/console/sign-in");
  });

  it("makes an operator, and no operator any more", async () => {
    const email = newEmail();
    expect(await rowOf("invite", "--email", email, "--operator")).toMatchObject({
      operator: true,
      roles: {},
    });
    expect(await rowOf("revoke", "--email", email, "--operator")).toMatchObject({ operator: false });
  });

  it.each([
    ["no place", ["invite"], "Take one of --provider and --operator."],
    ["two places", ["invite", "--provider", "x1", "--operator"], "Take one of --provider and --operator."],
    ["no role", ["invite", "--provider", "x1"], "--provider and --role go together"],
    ["an unknown role", ["invite", "--provider", "x1", "--role", "boss"], "a role is one of viewer"],
    [
      "an unknown provider",
      ["invite", "--provider", "nobody-1", "--role", "admin"],
      "there is no such provider",
    ],
    ["an unknown person", ["revoke", "--operator"], "there is no such person"],
  ])("refuses %s, and says what to do", async (_, args, expected) => {
    const { code, said } = await staff(...args, "--email", newEmail());
    expect(code).toBe(1);
    expect(said).toContain(expected);
  });
});
