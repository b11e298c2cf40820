import fc from "fast-check";
import { type Member, membersOf, type Schema, withMember } from "../conformance/document";
import type { Body } from "../support/bodies";

export const CARD_NUMBERS = [
  "4242424242424242",
  "4242 4242 4242 4242",
  "3782-822463-10005",
  "4242.4242/4242·4242",
  "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
];

const isObject = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Text of every kind: letters, scripts, pictures, control characters, nothing to see, the number of a card. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...["", " ", "\u200b", "a\u0007b", "a\u2028b", "e\u0301", "\ufeffx\u00a0", "\ud83d", "a\0b"],
      ..."0 true null 2027-02-30 0000-01-01 9999-12-31 constructor __proto__ <script>".split(" "),
      "'; drop table checkout; --",
      ...CARD_NUMBERS,
    ),
  },
);

const number = fc.oneof(
  fc.integer({ min: -200, max: 200 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: 0, max: 10_000_100 }).map((cents) => cents / 100),
  fc.constantFrom(0, -0, 0.001, 0.005, 1e-9, 5e-324, 100_000, 100_000.01, 1e5 + 1e-9, 1e21, 1e308, 2 ** 53),
  fc.constantFrom(57.690000000000005, 57.689999999999998, 0.1 + 0.2, 1.005, 4242424242424242),
);

const nested = fc
  .integer({ min: 2, max: 20 })
  .map((depth) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1));

/** Any JSON value at all. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.constantFrom(null, true, false),
  fc.constant([]),
  fc.constant({}),
  nested,
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(text, { maxLength: 3 }),
);

type Change = (body: unknown) => unknown;

const onObject =
  (change: (body: Body) => unknown): Change =>
  (body) =>
    isObject(body) ? change(body) : body;

/** Where the path leads to an object's member, another value there. */
const put = ({ path }: Pick<Member, "path">, value: unknown): Change =>
  onObject((body) => {
    const [first, ...rest] = path as [string, ...string[]];
    if (rest.length > 0 && !isObject(body[first])) return body;
    return withMember(body, path, value);
  });

/** One change of a body: a member dropped, or with another value, or one that nobody knows, or another body. */
function change(schema: Schema): fc.Arbitrary<Change> {
  const members = membersOf(schema);
  const name = fc.oneof(fc.constantFrom("constructor", "__proto__", "", "a/b~c", ...CARD_NUMBERS), text);
  const sections = members.filter((one) => one.schema.properties).map(({ path }) => path);
  const add = fc
    .tuple(fc.constantFrom([], ...sections), name, anything)
    .map(([path, added, value]) => put({ path: [...path, added] }, value));
  const whole = anything.map<Change>((value) => () => value);
  if (members.length === 0) return fc.oneof(add, add, add, whole);
  const value = fc.oneof(
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 4, arbitrary: anything },
  );
  const other = fc.tuple(fc.constantFrom(...members), value).map(([one, to]) => put(one, to));
  return fc.oneof(
    { weight: 10, arbitrary: other },
    { weight: 2, arbitrary: add },
    { weight: 1, arbitrary: whole },
  );
}

/** Bodies of an operation: right ones with up to four changes, and anything. */
export function bodies(schema: Schema, right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changed = fc
    .tuple(right, fc.array(change(schema), { maxLength: 4 }))
    .map(([body, changes]) => changes.reduce((so, next) => next(so), body));
  return fc.oneof({ weight: 12, arbitrary: changed }, { weight: 1, arbitrary: anything });
}

const SNIPPETS = [
  ...["{", "}", "[", "]", '"', "\\", ",", ":", "null", "1e999", "-1e999", "NaN", "0x1", "01", "//", "'"],
  ...["\\u0000", "\\ud83d", "\\udc00", '"__proto__":1,', '"plan":{},', '"a":1,"a":2,', "\ufeff", "\0", "\n"],
  ...["[".repeat(20), "[".repeat(3000), " ".repeat(65_000), "\u2028", "1e5", "."],
];

/** JSON text of a right body with up to three edits. */
export function texts(right: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.constantFrom(0, 0, 1, 1, 5, 40),
    insert: fc.oneof(
      fc.constant(""),
      fc.constantFrom(...SNIPPETS),
      fc.string({ unit: "binary", maxLength: 5 }),
    ),
  });
  return fc.tuple(right, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([body, edits]) =>
    edits.reduce((so, { at, remove, insert }) => {
      const from = Math.floor(at * (so.length + 1));
      return so.slice(0, from) + insert + so.slice(from + remove);
    }, JSON.stringify(body)),
  );
}
