import { expect, it } from "vitest";
import { groupsOf } from "./business-number";

it("is printed in groups", () => expect(groupsOf("12345678901")).toBe("12 345 678 901"));
