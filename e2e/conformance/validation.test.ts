import { describe, expect, it } from "vitest";
import type { Answer } from "../support/answer";
import type { Body } from "../support/bodies";
import { madeOnce } from "../support/made-once";
import { DOORS } from "../support/stack";
import { EVERY_CASE, forEachOf } from "./cases";
import { type Member, membersOf, published, type Schema, withMember } from "./document";
import { acceptedRequest, bodiesOf, OPERATIONS, rowOf, setting, WITH_BODY } from "./table";

const operations = published();

/** A member with a value that is wrong, and what is said of it: the members pointed to, each with its code. */
interface Fault {
  body: Body;
  path: string[];
  value: unknown;
  told: [pointer: string, code: string | RegExp][];
}

/** Exactly these members are at fault, in these ways. */
function expectOnly(answer: Answer, expected: Fault["told"], what: string): void {
  expect([what, answer.status, answer.body?.code]).toEqual([what, 422, "validation_failed"]);
  const errors: Body[] = answer.body.errors;
  const pointers = expected.map(([pointer]) => pointer);
  expect([what, errors.map(({ pointer }) => pointer).sort()]).toEqual([what, pointers.sort()]);
  for (const [pointer, code] of expected) {
    const error = errors.find((one) => one.pointer === pointer)!;
    expect(error.code, `${pointer} of ${what}`).toMatch(code);
    expect(error.expected, `${pointer} of ${what}`).toEqual(expect.any(String));
  }
}

/** Members that other rules look at: beside a fault of theirs less is said of others. */
const DECIDES = ["/plan/payment_type"];

/**
 * Faults that are sent together, as each is told whatever else is wrong: of different members, none inside another, and
 * never of so many that those which are right could not be told from them.
 */
function together(faults: readonly Fault[]): Fault[][] {
  if (EVERY_CASE) return faults.map((fault) => [fault]);
  const most = Math.ceil(new Set(faults.map(({ path }) => path.join("/"))).size / 2);
  const apart = (one: Fault, other: Fault) =>
    one.body === other.body &&
    ![one, other].some(({ path }) => DECIDES.includes(`/${path.join("/")}`)) &&
    one.path.some((name, at) => at < other.path.length && name !== other.path[at]);
  const groups: Fault[][] = [];
  for (const fault of faults) {
    const room = groups.find((group) => group.length < most && group.every((one) => apart(one, fault)));
    if (room) room.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

/** What is said of a member that is absent, null or empty: `required`, or the name that the contract has for it. */
function absent({ pointer }: Member): string {
  if (pointer === "/checkout/dda_id") return "dda_required";
  return pointer.startsWith("/declarations/") ? "declaration_required" : "required";
}

const OF_TYPE: Record<string, unknown> = {
  string: "text",
  number: 7.5,
  boolean: true,
  object: { a: 1 },
  array: [1],
};

/** Values of every other JSON type than the member's. */
function otherTypes({ type }: Schema): unknown[] {
  const own = type === "integer" ? ["number"] : [type];
  const others = Object.entries(OF_TYPE).filter(([name]) => !own.includes(name));
  return [...others.map(([, value]) => value), ...(type === "integer" ? [1.5] : [])];
}

const tooMany = (most: number) =>
  Object.fromEntries(Array.from({ length: most + 1 }, (_, at) => [`key ${at}`, "x"]));

/** Values just beyond what the schema allows, with the code of the fault. */
function beyond({ pointer, schema }: Member): [unknown, string][] {
  const found: [unknown, string][] = [];
  if (schema.enum)
    found.push(["nonsense", "not_an_option"], [schema.enum[0]!.toUpperCase(), "not_an_option"]);
  if (typeof schema.const === "string") found.push(["nonsense", "does_not_match"]);
  if (schema.const === true) found.push([false, "declaration_required"]);
  const isMoment = schema.format === "date-time";
  const isDate = pointer.endsWith("_date") || schema.format === "date" || isMoment;
  // Only compared with the one that there is.
  const isText = !isDate && pointer !== "/checkout/dda_id";
  if (isDate)
    for (const date of [
      ..."2027-02-30 2027-2-3 03/02/2027 tomorrow".split(" "),
      isMoment ? "2027-02-30T00:00:00Z" : "2027-02-03T00:00:00Z",
    ])
      found.push([date, "wrong_format"]);
  const isEmail = pointer === "/student/email";
  if (isEmail)
    for (const email of ["amelia", "@example.com", "a@b", "a b@example.com"])
      found.push([email, "wrong_format"]);
  if (schema.maxLength && !isEmail && isText && pointer !== "/card_payment/token")
    found.push(["a\u0007b", "not_allowed_characters"]);
  if (schema.maxLength && isText) found.push([`${"x".repeat(schema.maxLength + 1)}`, "too_long"]);
  if (schema.maxProperties) found.push([tooMany(schema.maxProperties), "too_large"]);
  if (schema.maximum)
    found.push([schema.type === "integer" ? schema.maximum + 1 : schema.maximum + 0.01, "too_large"]);
  if (schema.type === "number" && schema.minimum !== 0)
    found.push([0, "must_be_greater_than_zero"], [-0.01, "must_be_greater_than_zero"]);
  if (schema.minimum === 0 && schema.type === "number") found.push([-0.01, "must_not_be_negative"]);
  if (schema.type === "integer") found.push([schema.minimum! - 1, "too_small"]);
  if (schema.type === "number") found.push([57.695, "too_many_decimals"]);
  return found;
}

const isPayNow = ({ plan }: Body) => plan?.payment_type === "upfront_payment";

describe.each(DOORS)("each member of each body, through the %s entry point", (door) => {
  /** Nothing that is wrong changes what it was sent to. */
  const ready = madeOnce(async (id: string) => {
    const where = await setting(door);
    const operation = operations.of(id);
    const { method, path, scene } = await acceptedRequest(operation, where);
    const starts = await bodiesOf(operation, where, scene);
    const send = (body: unknown) => where.client.call(method, path, { raw: JSON.stringify(body) });
    /** Each member of each body to begin from. */
    const cases = starts.flatMap((body) =>
      membersOf(operation.body!)
        .filter(({ path: [first, ...rest] }) => rest.length === 0 || body[first!] !== undefined)
        .map((member) => ({ body, member })),
    );
    return { operation, send, cases };
  });

  async function expectTold(id: string, faults: readonly Fault[], send: (body: unknown) => Promise<Answer>) {
    await forEachOf(together(faults), async (group) => {
      const sent = group.reduce((so, { path, value }) => withMember(so, path, value), group[0]!.body);
      const what = group.map(({ path, value }) => `${path.join("/")} ${JSON.stringify(value)?.slice(0, 40)}`);
      expectOnly(
        await send(sent),
        group.flatMap(({ told }) => told),
        `${id}: ${what.join(", ")}`,
      );
    });
  }

  it.each(WITH_BODY)("%s: one that is required and missing, null or blank is named", async (id) => {
    const { operation, send, cases } = await ready(id);
    const members = membersOf(operation.body!);
    const faults = cases.flatMap(({ body, member }) => {
      const { path, pointer, schema, required } = member;
      if (!required) return [];
      const isText = schema.type === "string" && schema.const === undefined;
      const named =
        pointer === "/declarations"
          ? members.filter(({ path: [first, ...rest] }) => first === "declarations" && rest.length > 0)
          : [member];
      const told = named.map((one): Fault["told"][number] => [one.pointer, absent(one)]);
      return [undefined, null, ...(isText ? ["", " \t\n"] : [])].map((value) => ({
        body,
        path,
        value,
        told,
      }));
    });
    await expectTold(id, faults, send);
  });

  it.each(WITH_BODY)("%s: one of another type is named", async (id) => {
    const { send, cases } = await ready(id);
    const faults = cases
      .filter(({ body, member }) => member.pointer !== "/card_payment" || isPayNow(body))
      .flatMap(({ body, member: { path, pointer, schema } }) =>
        otherTypes(schema).map((value): Fault => ({ body, path, value, told: [[pointer, "wrong_type"]] })),
      );
    await expectTold(id, faults, send);
  });

  it.each(WITH_BODY)("%s: one beyond its bounds is named", async (id) => {
    const { send, cases } = await ready(id);
    const faults = cases.flatMap(({ body, member }) =>
      beyond(member).map(([value, told]): Fault => {
        const { path, pointer } = member;
        // Pay Now is one payment, whatever else the number could be.
        const isCount = isPayNow(body) && pointer === "/plan/number_of_instalments";
        return { body, path, value, told: [[pointer, isCount ? "must_equal" : told]] };
      }),
    );
    await expectTold(id, faults, send);
  });

  it.each(WITH_BODY)("%s: one that nobody knows is ignored, and named as a warning", async (id) => {
    const [where, operation] = [await setting(door), operations.of(id)];
    const { method, path, body } = await acceptedRequest(operation, where, { phone: "0400", "a/b~": null });
    const sections = Object.keys(operation.body!.properties ?? {}).filter(
      (name) => body![name]?.constructor === Object,
    );
    const sent = sections.reduce((so, name) => withMember(so, [name, "toString"], [1]), body!);
    const answer = await where.client.call(method, path, { body: sent });
    expect(answer.status, answer.text.slice(0, 500)).toBe(rowOf(operation).success);
    expect(answer.body.warnings.map(({ pointer }: Body) => pointer).sort()).toEqual(
      ["/phone", "/a~1b~0", ...sections.map((name) => `/${name}/toString`)].sort(),
    );
  });
});

const otherCase = (word: string) => (word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase());

/** Wrong values of a query parameter by its schema. */
function wrongValues(schema: Schema): string[] {
  if (schema.type === "integer") {
    const { minimum = 0, maximum = 0 } = schema;
    return [..."x 1.5 1e1 0x1 -1".split(" "), "", " ", `${minimum - 1}`, `${maximum + 1}`, "9".repeat(400)];
  }
  // They are given by key.
  if (schema.maxProperties) return ["", "x", "{}"];
  if (schema.enum) return ["", "nonsense", otherCase(schema.enum[0]!), `${schema.enum[0]},${schema.enum[1]}`];
  if (schema.minLength) return ["", " ", "a\u0000b", "a\u0007b", "x".repeat(schema.maxLength! + 1)];
  return ["", "x", "!", "chk_", "x".repeat(schema.maxLength! + 1)];
}

const WITH_QUERY = OPERATIONS.filter(({ input }) => input.query).map(({ id }) => id);

describe.each(DOORS)("each parameter of each query, through the %s entry point", (door) => {
  it.each(WITH_QUERY)("%s: one that is wrong, unknown or given twice is named", async (id) => {
    const where = await setting(door);
    const { client } = where;
    const { query } = operations.of(id);
    const { path } = await acceptedRequest(operations.of(id), where);
    expect(query.length).toBeGreaterThan(0);
    const ask = (text: string) => client.get(`${path}?${text}`);
    for (const { name, schema } of query) {
      for (const value of wrongValues(schema)) {
        const answer = await ask(`${name}=${encodeURIComponent(value)}`);
        expectOnly(answer, [[`/${name}`, /./]], `${name}=${value.slice(0, 40)}`);
      }
      expectOnly(await ask(`${name}=1&${name}=1`), [[`/${name}`, "wrong_type"]], `${name} twice`);
      const other = name.toUpperCase();
      expectOnly(await ask(`${other}=1`), [[`/${other}`, "not_allowed"]], other);
    }
    // Next keeps a parameter of that name to itself.
    const odd = door === "server" ? ["__proto__"] : [];
    for (const name of ["constructor", "toString", "page", "limit[]", ...odd])
      expectOnly(await ask(`${encodeURIComponent(name)}=1`), [[`/${name}`, "not_allowed"]], name);
  });

  it("only the operations with parameters look at the query", async () => {
    const withParameters = operations
      .all()
      .filter(({ query }) => query.length > 0)
      .map(({ id }) => id);
    expect(withParameters.sort()).toEqual([...WITH_QUERY].sort());
    const where = await setting(door);
    for (const operation of operations
      .all()
      .filter(({ query, method }) => method === "GET" && query.length === 0)) {
      const { path } = await acceptedRequest(operation, where);
      expect((await where.client.get(`${path}?limit=0&limit=0&x=%zz&%00`)).status).toBe(200);
    }
  });
});
