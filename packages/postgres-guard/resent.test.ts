import { expect, it, vi } from "vitest";
import { resent } from "./resent";

const fault = (code: string) => Object.assign(new Error("It failed"), { code });

/** Work of which the first tries fail. */
const failing = (times: number, code = "CONNECTION_CLOSED") =>
  vi.fn(async () => {
    if (work.tries++ < times) throw fault(code);
    return "done";
  });
const work = { tries: 0 };

it.each([
  { why: "it is harmful", code: "CONNECTION_CLOSED", isHarmless: false },
  { why: "its connection was not lost", code: "DEADLINE_MISSED", isHarmless: true },
])("what failed is not done again where $why", async ({ code, isHarmless }) => {
  work.tries = 0;
  const once = failing(1, code);
  await expect(resent(once, () => isHarmless)).rejects.toMatchObject({ code });
  expect(once).toHaveBeenCalledTimes(1);
});

it("what is harmless is done again, four times at most, however long a try takes", async () => {
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 60_000));
  work.tries = 0;
  expect(await resent(failing(3), () => true)).toBe("done");
  work.tries = 0;
  const always = failing(9);
  await expect(resent(always, () => true)).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(always).toHaveBeenCalledTimes(4);
  clock.mockRestore();
});
