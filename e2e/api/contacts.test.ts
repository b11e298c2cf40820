import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { contact, opportunity } from "../../drizzle/schema";
import { newCaller } from "../support/api";
import { database, type TestProvider } from "../support/provider";
import { payNow, startedPlan } from "../support/scenes";

const contactsOf = ({ id }: TestProvider) =>
  database().select().from(contact).where(eq(contact.providerId, id));
const opportunitiesOf = ({ id }: TestProvider) =>
  database().select().from(opportunity).where(eq(opportunity.providerId, id));

it("the same e-mail in another case is one contact with the latest name; each checkout keeps its snapshot", async () => {
  const { provider, client } = await newCaller();
  const students = [
    { first_name: "Amelia", last_name: "Nguyen", email: "Amelia.Nguyen@Example.com" },
    { first_name: "Amy", last_name: "Nguyen-Lee", email: "amelia.nguyen@EXAMPLE.COM" },
    { first_name: "A.", last_name: "Lee", email: "AMELIA.NGUYEN@example.com" },
  ];
  const ids: string[] = [];
  for (const student of students) {
    const { id, answer } = await startedPlan(client, provider, { student });
    expect(answer.body.student).toEqual(student);
    ids.push(id);
  }
  expect(await contactsOf(provider)).toMatchObject([
    { email: "amelia.nguyen@example.com", firstName: "A.", lastName: "Lee" },
  ]);
  for (const [at, id] of ids.entries()) expect((await client.status(id)).body.student).toEqual(students[at]);
  const made = await opportunitiesOf(provider);
  expect(new Set(made.map(({ contactId }) => contactId)).size).toBe(1);
  expect(made).toHaveLength(3);
});

it("another provider's student of the same e-mail is another contact", async () => {
  const [one, other] = [await newCaller(), await newCaller()];
  await startedPlan(one.client, one.provider);
  await startedPlan(other.client, other.provider, { student: { first_name: "Other" } });
  expect(await contactsOf(one.provider)).toMatchObject([{ firstName: "Amelia" }]);
  expect(await contactsOf(other.provider)).toMatchObject([{ firstName: "Other" }]);
});

it("a plan and a card payment of the same student share the contact", async () => {
  const { provider, client } = await newCaller();
  await startedPlan(client, provider);
  await payNow(client, provider);
  expect(await contactsOf(provider)).toHaveLength(1);
  expect(await opportunitiesOf(provider)).toHaveLength(2);
});

it("a decline makes neither contact nor Opportunity, nor does a refused token", async () => {
  const { provider, client } = await newCaller();
  const { id } = await payNow(client, provider, "declined_lost_card");
  await payNow(client, provider, "unheard_of").catch(() => {});
  expect(await contactsOf(provider)).toEqual([]);
  expect(await opportunitiesOf(provider)).toEqual([]);
  expect((await client.status(id)).body).toMatchObject({
    checkout: { opportunity_id: null },
    opportunity_stage: null,
  });
});

it("a decline does not rename the contact that there is", async () => {
  const { provider, client } = await newCaller();
  await startedPlan(client, provider);
  await payNow(client, provider, "declined_lost_card", { student: { first_name: "Someone" } });
  expect(await contactsOf(provider)).toMatchObject([{ firstName: "Amelia" }]);
});

it("an unknown outcome has contact and Opportunity already", async () => {
  const { provider, client } = await newCaller();
  const { answer } = await payNow(client, provider, "answer_lost");
  expect(answer.status).toBe(202);
  const { opportunity_id } = answer.body.checkout;
  expect(await contactsOf(provider)).toMatchObject([{ email: "amelia@example.com" }]);
  expect(await opportunitiesOf(provider)).toMatchObject([
    { id: opportunity_id, stage: "Payment Processing" },
  ]);
});
