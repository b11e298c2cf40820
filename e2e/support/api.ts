import { expect, inject } from "vitest";
import type { Answer } from "./answer";
import { Api } from "./client";
import { makeProvider, type TestProvider } from "./provider";
import type { Door } from "./stack";

export { Api } from "./client";

/** The shared stack through one of its doors. */
export function api(door: Door, key: string | null = null): Api {
  return new Api(inject("stack").doors[door], key);
}

export interface Caller {
  provider: TestProvider;
  client: Api;
}

/** A provider of the test's own, and the API as it calls it. */
export async function newCaller(door: Door = "server"): Promise<Caller> {
  const provider = await makeProvider();
  return { provider, client: api(door, provider.key) };
}

/** A problem document with this status and code, and the envelope of contract section 2. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.code }, answer.text.slice(0, 600)).toEqual({
    status,
    code,
  });
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.body).toMatchObject({
    status,
    code,
    title: expect.any(String),
    request_id: expect.stringMatching(/^req_/),
  });
}

/** A validation failure in which this member has this code. */
export function expectFieldError(answer: Answer, pointer: string, code: string): void {
  expectProblem(answer, 422, "validation_failed");
  const found = answer.body.errors.map((one: { pointer: string; code: string }) => [one.pointer, one.code]);
  expect(found).toContainEqual([pointer, code]);
}
