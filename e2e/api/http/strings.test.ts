import { describe, expect, it } from "vitest";
import { checkoutIdOf } from "../../support/answer";
import { api, expectFieldError } from "../../support/api";
import { type Body, planBody } from "../../support/bodies";
import { makeProvider } from "../../support/provider";
import { DOORS } from "../../support/stack";

/** Field, its limit in characters. */
const LIMITS: [string, number][] = [
  ["student.first_name", 100],
  ["student.last_name", 100],
  ["course.course_name", 200],
  ["provider.provider_order_id", 255],
  ["provider.provider_account_id", 255],
];
const at = (field: string, value: unknown): Body => {
  const [section, member] = field.split(".") as [string, string];
  return { [section]: { [member]: value } };
};
const valueAt = (body: Body, field: string) => field.split(".").reduce((value, key) => value[key], body);
const pointerOf = (field: string) => `/${field.replace(".", "/")}`;
/** Text of so many characters that is unlike any other: order references must be. */
const unique = (start: string) => `${start}${Math.random().toString(36).slice(2, 10)}`;

describe.each(DOORS)("strings, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const send = (field: string, value: unknown) => client.create(planBody(provider, at(field, value)));
    return { provider, client, send };
  }

  it.each(LIMITS)("%s has at most %i characters", async (field, most) => {
    const { send } = await setting();
    for (const character of ["x", "é", "漢", "😀", "𝒳"]) {
      const head = unique("a");
      const whole = head + character.repeat(most - head.length);
      const answer = await send(field, whole);
      expect(answer.status, answer.text.slice(0, 300)).toBe(201);
      expect(valueAt(answer.body, field)).toBe(whole);
      expectFieldError(await send(field, whole + character), pointerOf(field), "too_long");
    }
  });

  it("student.email has at most 254 characters", async () => {
    const { send } = await setting();
    const email = (length: number) => {
      const label = "d".repeat(50);
      const domain = `${label}.${label}.${label}.`;
      return `${"l".repeat(60)}@${domain}${"z".repeat(length - 61 - domain.length)}`;
    };
    expect(email(254)).toHaveLength(254);
    expect((await send("student.email", email(254))).status).toBe(201);
    expectFieldError(await send("student.email", email(255)), "/student/email", "too_long");
  });

  it.each(LIMITS)("%s comes back in Unicode normal form C, and is measured in it", async (field, most) => {
    const { send } = await setting();
    const head = unique("c");
    const decomposed = head + "e\u0301".repeat(most - head.length);
    const answer = await send(field, decomposed);
    expect(answer.status).toBe(201);
    expect(valueAt(answer.body, field)).toBe(decomposed.normalize("NFC"));
  });

  it("names keep what people's names hold", async () => {
    const { send } = await setting();
    for (const name of [
      "O’Brien-Smith",
      "李小龙",
      "محمد",
      "Ngô Đình",
      "👩‍👩‍👧",
      'D\'Arcy "Dee"',
      "<b>x</b>",
      "%s\\n",
    ]) {
      const answer = await send("student.first_name", name);
      expect(answer.body.student.first_name).toBe(name.normalize("NFC"));
    }
  });

  it("provider_order_id is compared exactly: another case is another order, the same text is the same", async () => {
    const { send } = await setting();
    const id = unique("Ord-é-");
    expect((await send("provider.provider_order_id", id)).status).toBe(201);
    expect((await send("provider.provider_order_id", id.toUpperCase())).status).toBe(201);
    for (const same of [id, ` ${id} `, id.normalize("NFD")])
      expect((await send("provider.provider_order_id", same)).body.code).toBe("duplicate_order");
  });

  it("text that is code elsewhere is only text here", async () => {
    const { client, send } = await setting();
    const id = unique("'; drop table checkout; -- $1 {{x}} ");
    const created = await send("provider.provider_order_id", id);
    const found = await client.get(`/v1/provider-checkouts?provider_order_id=${encodeURIComponent(id)}`);
    expect(found.body.data).toHaveLength(1);
    expect(found.body.data[0].checkout.checkout_id).toBe(checkoutIdOf(created));
  });
});
