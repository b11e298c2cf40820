import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { callsOf } from "./curl";
import { type OperationEntry, referenceOf } from "./reference";

const { groups, server } = referenceOf(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8")),
);
const found = groups
  .flatMap(({ operations }) => operations)
  .find(({ id }) => id === "getCheckout") as OperationEntry;

it("a call names what the document gives as an example of its path", () => {
  const { example } = found.parameters!.find(({ name }) => name === "checkoutId")!;
  expect(callsOf(found, server)[0]!.command).toContain(example);
});

it("a path's parameter without an example has no calls", () => {
  const parameters = found.parameters!.map((one) => ({ ...one, example: "" }));
  expect(() => callsOf({ ...found, parameters }, server)).toThrow("no example of checkoutId");
});
