import { describe, expect, it } from "vitest";
import { runCommand } from "../support/commands";
import { makeProvider } from "../support/provider";

const courses = (...args: string[]) => runCommand("courses", args);

describe("npm run courses", () => {
  it("adds courses in their order, and lists them", async () => {
    const { code } = await makeProvider();
    const first = await courses(
      ...["add", "--provider", code, "--name", "Café Management (Level 2)", "--price", "1500.00"],
      ...["--intake", "July 2027", "--length", "8 weeks"],
    );
    expect(first).toMatchObject({ code: 0, said: "" });
    expect(first.rows).toMatchObject([
      { slug: "cafe-management-level-2", intake: "July 2027", length: "8 weeks", price: 1500 },
    ]);
    await courses("add", "--provider", code, "--name", "A", "--slug", "short", "--price", "0.01");
    await courses("add", "--provider", code, "--name", "B", "--price", "100000");
    const { rows } = await courses("list", "--provider", code);
    expect(rows.map(({ slug, price }) => [slug, price])).toEqual([
      ["cafe-management-level-2", 1500],
      ["short", 0.01],
      ["b", 100_000],
    ]);
  });

  it("refuses a price that no course may have", async () => {
    const { code } = await makeProvider();
    const refused = await courses("add", "--provider", code, "--name", "A", "--price", "100000.01");
    expect(refused).toMatchObject({
      code: 1,
      rows: [],
      said: expect.stringMatching(/^--price "100000.01": a price is/),
    });
    expect((await courses("list", "--provider", code)).rows).toEqual([]);
  });

  it("refuses a slug that the provider has, and a provider that there is not", async () => {
    const { code } = await makeProvider();
    await courses("add", "--provider", code, "--name", "A", "--price", "10");
    const again = await courses("add", "--provider", code, "--name", "A", "--price", "20");
    expect(again).toMatchObject({ code: 1, rows: [], said: expect.stringContaining("--slug") });
    const stranger = await courses("add", "--provider", "nobody-here", "--name", "A", "--price", "20");
    expect(stranger).toMatchObject({ code: 1, said: expect.stringContaining("npm run providers -- list") });
  });

  it("sets the limits of a course and of its provider, and takes them away", async () => {
    const { code } = await makeProvider();
    const college = ["--provider", code];
    const limits = (...texts: string[]) => texts.flatMap((text) => ["--policy", text]);
    const added = await courses(
      ...["add", ...college, "--name", "A", "--price", "349.00"],
      ...limits("most_instalments=12", "smallest_instalment=20", "latest_last_debit_date=2027-11-30"),
    );
    const policy = ["most_instalments=12", "smallest_instalment=20.00", "latest_last_debit_date=2027-11-30"];
    expect(added.rows).toMatchObject([{ slug: "a", policy }]);
    const update = (...texts: string[]) => courses("update", ...college, "--slug", "a", ...limits(...texts));
    expect((await update("latest_last_debit_date=none", "least_deposit=0")).rows).toMatchObject([
      { policy: ["most_instalments=12", "smallest_instalment=20.00", "least_deposit=0.00"] },
    ]);
    expect((await update("fewest_instalments=13")).said).toBe(
      "--policy: fewest_instalments is more than most_instalments.\n",
    );
    const faults = await update("most_instalments=105", "price=1", "latest_first_debit_days=6");
    expect(faults.said).toContain('--policy "most_instalments=105": write a whole number from 1 to 104.');
    expect(faults.said).toContain('--policy "price=1": write a limit as NAME=VALUE.');
    expect(faults.said).toContain(
      '--policy "latest_first_debit_days=6": write a whole number from 7 to 3660.',
    );

    const ofProvider = (...texts: string[]) =>
      runCommand("providers", ["update", "--code", code, ...limits(...texts)]);
    expect((await ofProvider("highest_price=348.99")).said).toBe(
      "--policy: these courses cost more than highest_price: a.\n",
    );
    expect((await ofProvider("highest_price=349", "latest_last_debit_days=400")).rows).toMatchObject([
      { policy: ["latest_last_debit_days=400", "highest_price=349.00"] },
    ]);
    const dearer = await courses("add", ...college, "--name", "B", "--price", "349.01");
    expect(dearer).toMatchObject({
      code: 1,
      said: expect.stringContaining("above the provider's highest price, 349"),
    });
  });
});
