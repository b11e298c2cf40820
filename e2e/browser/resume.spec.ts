import { Student } from "../support/browser/student";
import { expect, test } from "../support/browser/test";

test("every step of Pay Now goes on in another browser", async ({ page, openContext, provider, student }) => {
  await student.enrol(provider.code, provider.course.name);
  const home = new URL(page.url()).pathname.replace(/\/details$/, "");
  const resumed = await (await openContext()).newPage();
  const resumesAt = async (step: string) => {
    await resumed.goto(home);
    expect(new URL(resumed.url()).pathname).toBe(`${home}/${step}`);
  };
  await resumesAt("details");
  await student.giveDetails();
  await resumesAt("pay");
  await student.choose("card");
  await resumesAt("card");
  await new Student(resumed).payWith();
  await new Student(resumed).seesPaid();
  await page.goto(home);
  await student.seesPaid();
});
