import { expect, it } from "vitest";
import { expectProblem, newCaller } from "../../support/api";

const many = (count: number) => Array.from({ length: count }, (_, at) => `unknown_${at}=1`).join("&");

it.each([51, 500])("%i query parameters are refused in few words", async (count) => {
  const { client } = await newCaller("server");
  const answer = await client.get(`/v1/provider-checkouts?${many(count)}`);
  expectProblem(answer, 400, "malformed_request");
  expect(answer.body.detail).toContain("50 query parameters");
  expect(answer.text.length).toBeLessThan(1_000);
});

it("50 are read, and each that is unknown is named", async () => {
  const { client } = await newCaller("server");
  const answer = await client.get(`/v1/provider-checkouts?${many(50)}`);
  expectProblem(answer, 422, "validation_failed");
  expect(answer.body.errors).toHaveLength(50);
  expect(answer.text.length).toBeLessThan(25_000);
});

it("a body with ten thousand faults is told of the first hundred", async () => {
  const { client } = await newCaller("server");
  const event_types = Array.from({ length: 10_000 }, () => "no");
  const answer = await client.post("/v1/webhook-endpoints", { url: "https://example.com/hook", event_types });
  expectProblem(answer, 422, "validation_failed");
  expect(answer.body.errors.length).toBeLessThanOrEqual(100);
  expect(answer.text.length).toBeLessThan(50_000);
});

it("a body with thousands of unknown members is told of the first fifty", async () => {
  const { client } = await newCaller("server");
  const junk = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`unknown_${at}`, 1]));
  const answer = await client.post("/v1/quotes", junk);
  expectProblem(answer, 422, "validation_failed");
  expect(answer.text.length).toBeLessThan(50_000);
});
