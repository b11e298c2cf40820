import { expect, it } from "vitest";
import { literalOf } from "./literal";

const value = {
  name: 'A "quoted" $name \\ é',
  "metadata-key": { amount: 57.69, paid: true, refund: null },
  events: ["a", "b"],
  none: [],
  nothing: {},
};

it("a value is written in TypeScript as one writes it, names without quotes where they need none", () => {
  const written = literalOf(value, "ts");
  expect(written).toContain(
    '\n  "metadata-key": {\n    amount: 57.69,\n    paid: true,\n    refund: null\n  },\n',
  );
  expect(new Function(`return ${written}`)()).toEqual(value);
});

it("in Python with True, False and None", () => {
  expect(literalOf({ ...value, no: false }, "python", "    ")).toBe(`{
        "name": "A \\"quoted\\" $name \\\\ é",
        "metadata-key": {
            "amount": 57.69,
            "paid": True,
            "refund": None
        },
        "events": [
            "a",
            "b"
        ],
        "none": [],
        "nothing": {},
        "no": False
    }`);
});

it("in PHP as arrays, in whose texts no variable is looked for", () => {
  expect(literalOf(value, "php")).toBe(`[
    "name" => "A \\"quoted\\" \\$name \\\\ é",
    "metadata-key" => [
        "amount" => 57.69,
        "paid" => true,
        "refund" => null
    ],
    "events" => [
        "a",
        "b"
    ],
    "none" => [],
    "nothing" => new stdClass()
]`);
});
