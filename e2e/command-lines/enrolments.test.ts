import { describe, expect, it } from "vitest";
import { ask, keptMails, look, newAddress, press } from "../portal/kept-mails";
import { DETAILS, type Student } from "../portal/student";
import { runCommand } from "../support/commands";

const { databaseUrl, arrive, mailed, mailsTo } = keptMails();

describe("npm run enrolments -- end-links", () => {
  const endLinks = (student: Pick<Student, "college" | "reference">, ...more: string[]) =>
    runCommand(
      "enrolments",
      ["end-links", "--provider", student.college.code, "--reference", student.reference, ...more],
      { DATABASE_URL: databaseUrl() },
    );

  it("ends all links of an enrolment, mailed or not; a new one can be asked for", async () => {
    const student = await mailed();
    expect(await endLinks(student)).toMatchObject({
      code: 0,
      rows: [{ reference: student.reference, links: "ended", new_link: "not sent" }],
    });
    for (const secret of [student.secret, student.link]) expect(await look(student, secret)).toBe("ended");
    expect(await student.portal.endedLink(student.link)).toMatchObject({ isRenewable: true });
    await ask(student, student.college.code, student.address);
    const [, fresh] = await mailsTo(student.address);
    expect(await press(student, fresh!.secret)).toBe("pay");
  });

  it("sends a new one where that is asked for, and no mail that still waited with an old one", async () => {
    const student = await arrive();
    const address = newAddress();
    await student.saveDetails({ ...DETAILS, email: address });
    expect((await endLinks(student, "--send")).rows).toMatchObject([{ new_link: "to be sent" }]);
    const mails = await mailsTo(address);
    expect(mails.map(({ kind, linkGeneration }) => [kind, linkGeneration])).toEqual([["new_link", 4]]);
    expect(await press(student, mails[0]!.secret)).toBe("pay");
  });

  it("knows no enrolment of another provider", async () => {
    const [mine, other] = [await mailed(), await arrive()];
    const refused = await endLinks({ college: other.college, reference: mine.reference });
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("has no enrolment with it") });
    expect(await mine.portal.view(mine.secret)).not.toBeNull();
  });
});
