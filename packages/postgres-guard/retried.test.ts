import { describe, expect, it, vi } from "vitest";
import { retried } from "./retried";

const fault = (code: string) => new Error("query failed", { cause: Object.assign(new Error(), { code }) });

describe("a statement that loses a deadlock", () => {
  it.each(["40P01", "40001"])("is run again (%s)", async (code) => {
    const statement = vi.fn().mockRejectedValueOnce(fault(code)).mockResolvedValue("done");
    expect(await retried(statement)).toBe("done");
    expect(statement).toHaveBeenCalledTimes(2);
  });

  it("is given up after four tries", async () => {
    const statement = vi.fn().mockRejectedValue(fault("40P01"));
    await expect(retried(statement)).rejects.toThrow("query failed");
    expect(statement).toHaveBeenCalledTimes(4);
  });

  it("is not run again for another fault", async () => {
    const statement = vi.fn().mockRejectedValue(fault("23505"));
    await expect(retried(statement)).rejects.toThrow("query failed");
    expect(statement).toHaveBeenCalledTimes(1);
  });
});
