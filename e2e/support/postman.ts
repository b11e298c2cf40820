import assert from "node:assert/strict";
import vm from "node:vm";
import type { Item, postmanCollection } from "../../lib/docs/postman";

/**
 * Sends the requests of a collection, and executes their scripts with as much of Postman's `pm` as these use.
 * @param given variables that a reader sets
 */
export function postmanRunner(
  { variable, auth }: ReturnType<typeof postmanCollection>,
  given: Record<string, string>,
) {
  const variables = new Map(variable.map(({ key, value }) => [key, given[key] ?? value]));
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? "");

  function execute({ event }: Item, listen: string, more: object = {}) {
    const collectionVariables = { set: (name: string, value: string) => variables.set(name, value) };
    const code = event.filter((one) => one.listen === listen).flatMap(({ script }) => script.exec);
    vm.runInNewContext(code.join("\n"), { pm: { collectionVariables, ...more } });
  }

  /** @throws where a test of the request fails */
  return async function send(item: Item) {
    const { method, header, url, body, ...request } = item.request;
    execute(item, "prerequest");
    const used = header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, filled(value)]);
    if (!request.auth) used.push(["Authorization", `Bearer ${filled(auth.bearer[0]!.value)}`]);
    const address = url.variable.reduce((raw, { key, value }) => raw.replace(`:${key}`, value), url.raw);
    const response = await fetch(filled(address), {
      method,
      headers: Object.fromEntries(used),
      ...(body && { body: filled(body.raw) }),
    });
    const { status, headers } = response;
    const answer = await response.text();
    const passed: string[] = [];
    execute(item, "test", {
      response: {
        headers,
        json: () => JSON.parse(answer),
        to: { have: { status: (expected: number) => assert.equal(status, expected, answer) } },
      },
      expect: (value: unknown) => ({ to: { eql: (other: unknown) => assert.deepEqual(value, other) } }),
      test(name: string, check: () => void) {
        check();
        passed.push(name);
      },
    });
    return { name: item.name, status, passed };
  };
}
