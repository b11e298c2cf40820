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
});
