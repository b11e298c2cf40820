import { describe, expect, it } from "vitest";
import { checkoutIdOf } from "../../support/answer";
import { newCaller } from "../../support/api";
import { planBody } from "../../support/bodies";
import { DOORS } from "../../support/stack";

/** Text of so many characters that is unlike any other: order references must be. */
const unique = (start: string) => `${start}${Math.random().toString(36).slice(2, 10)}`;

describe.each(DOORS)("strings, through the %s entry point", (door) => {
  async function setting() {
    const { provider, client } = await newCaller(door);
    const send = (provider_order_id: string) =>
      client.create(planBody(provider, { provider: { provider_order_id } }));
    return { provider, client, send };
  }

  it.each(["x", "é", "😀"])("each holds its whole length of %j, and returns it", async (character) => {
    const { provider, client } = await setting();
    const head = unique("a");
    const whole = {
      student: { first_name: character.repeat(100), last_name: character.repeat(100) },
      course: { course_name: character.repeat(200) },
      provider: {
        provider_order_id: head + character.repeat(255 - head.length),
        provider_account_id: character.repeat(255),
      },
    };
    const { status, body } = await client.create(planBody(provider, whole));
    expect(status).toBe(201);
    expect(body).toMatchObject(whole);
  });

  it("names keep what people's names hold", async () => {
    const { provider, client } = await setting();
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
      const answer = await client.create(planBody(provider, { student: { first_name: name } }));
      expect(answer.body.student.first_name).toBe(name.normalize("NFC"));
    }
  });

  it("text that is code elsewhere is only text here", async () => {
    const { client, send } = await setting();
    const id = unique("'; drop table checkout; -- $1 {{x}} ");
    const created = await send(id);
    const found = await client.get(`/v1/provider-checkouts?provider_order_id=${encodeURIComponent(id)}`);
    expect(found.body.data).toHaveLength(1);
    expect(found.body.data[0].checkout.checkout_id).toBe(checkoutIdOf(created));
  });
});
