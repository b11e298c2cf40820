import { describe, expect, it, vi } from "vitest";
import { guarded } from "./guarded";

const log = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

describe("use cases behind pages", () => {
  it("answer as they do without the guard", async () => {
    const useCases = guarded({ now: () => 1, later: async (by: number) => 1 + by }, log());
    expect(useCases.now()).toBe(1);
    expect(await useCases.later(2)).toBe(3);
  });

  it.each([
    ["at once", () => fail()],
    ["later", async () => fail()],
    ["of a query", query],
  ])("a fault %s reaches the log, and the page learns nothing of it", async (_, work) => {
    const to = log();
    const useCases = guarded({ work }, to);
    const thrown = await (async () => useCases.work())().catch((error: unknown) => error);
    expect(String((thrown as Error).stack)).not.toContain("amelia@example.com");
    expect(to.error).toHaveBeenCalledWith(
      { error: expect.objectContaining({ message: expect.stringContaining("amelia") }), useCase: "work" },
      "A page could not be answered",
    );
  });
});

/** As Drizzle builds it: no Promise. */
function query(): PromiseLike<void> {
  const failed = (async () => fail())();
  // biome-ignore lint/suspicious/noThenProperty: it is what makes it a query
  return { then: (done, refuse) => failed.then(done, refuse) };
}

function fail(): never {
  throw new Error("Failed query: insert …, params: amelia@example.com");
}
