import { describe, expect, it } from "vitest";
import { createHandover } from "./handover";

describe("what is handed over", () => {
  it("is there for the same request and under the same key, until it is taken", () => {
    const [one, other] = [{}, {}];
    let request: object | undefined = one;
    const handover = createHandover<string>(() => request);
    handover.give("a", "read");
    expect(handover.take("b")).toBeUndefined();
    request = other;
    expect(handover.look("a")).toBeUndefined();
    request = one;
    expect(handover.look("a")).toBe("read");
    expect(handover.take("a")).toBe("read");
    expect(handover.take("a")).toBeUndefined();
    expect(handover.look("a")).toBeUndefined();
  });

  it("is nothing where no request is known", () => {
    const handover = createHandover<string>(() => undefined);
    handover.give("a", "read");
    expect(handover.take("a")).toBeUndefined();
  });
});
