import { METHODS } from "node:http";
import { describe, expect, it } from "vitest";
import { newId } from "../../../lib/domain/ids";
import { OPERATIONS } from "../../conformance/table";
import { raw } from "../../support/raw";
import { DOORS, type Door } from "../../support/stack";

const id = newId("chk");
/** Every route with the methods that it has. */
const ROUTES = [...new Set(OPERATIONS.map(({ path }) => path))].map((path): [string, string[]] => [
  path.replace(/\{\w+\}/, id),
  OPERATIONS.filter((one) => one.path === path).flatMap(({ method, cors }) => [
    ...(method === "GET" ? ["GET", "HEAD"] : [method]),
    ...(cors ? ["OPTIONS"] : []),
  ]),
]);
const COMMON = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** CONNECT asks for a tunnel and is no request for a resource. */
const OTHERS = METHODS.filter((method) => !COMMON.includes(method) && method !== "CONNECT");
/** What no parser knows. */
const INVENTED = ["FOO", "X-RAY"];
const methodsOf = (door: Door) => (door === "server" ? [...COMMON, ...OTHERS, ...INVENTED] : COMMON);

const sorted = (list: string | undefined) => (list ?? "").split(", ").sort();

describe.each(DOORS)("methods and paths, through the %s entry point", (door) => {
  it.each(ROUTES)("%s has %j, and answers every other method with 405 and Allow", async (path, allowed) => {
    for (const method of methodsOf(door).filter((one) => !allowed.includes(one))) {
      const answer = await raw(door, method, path);
      expect([method, answer.status]).toEqual([method, 405]);
      expect(sorted(answer.headers.allow)).toEqual([...allowed].sort());
      expect(answer.headers["content-type"]).toBe("application/problem+json");
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.headers["request-id"]).toMatch(/^req_/);
      if (method !== "HEAD")
        expect(JSON.parse(answer.text)).toMatchObject({ code: "method_not_allowed", status: 405 });
      else expect(answer.text).toBe("");
    }
  });

  it("the bare confirm path is 405 for every method, with or without a key, and Allow is empty", async () => {
    for (const method of methodsOf(door))
      for (const key of [undefined, "pc_test_wrong"]) {
        const answer = await raw(door, method, "/v1/provider-checkouts/confirm?x=1", { key });
        expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, ""]);
        if (method !== "HEAD") expect(JSON.parse(answer.text).code).toBe("checkout_id_required");
      }
  });

  it("the bare confirm path is 405 whatever the body", async () => {
    for (const body of ["", "{", "[]", "x".repeat(100_000)]) {
      const answer = await raw(door, "POST", "/v1/provider-checkouts/confirm", { body });
      expect([answer.status, answer.headers.allow]).toEqual([405, ""]);
    }
  });

  it.each([
    ..."/v1 /v1/ /v1/nothing /v1/environments /v1/environment/x /v1/Environment /v1/sandbox".split(" "),
    ..."/v1/provider-checkouts/x/y /v1/provider-checkouts/x/confirm/y /v1/provider-checkouts/confirm/".split(
      " ",
    ),
    ..."/v1/sandbox/provider-checkouts/x /api/provider-checkout/x /api/provider-checkout-confirm/x".split(
      " ",
    ),
    ..."/api/provider-checkouts /api/nothing".split(" "),
    ...ROUTES.map(([path]) => `${path}/`),
  ])("%s is not_found for every method", async (path) => {
    for (const method of COMMON) {
      const answer = await raw(door, method, path);
      expect([method, answer.status]).toEqual([method, 404]);
      expect(answer.headers["content-type"]).toBe("application/problem+json");
      expect(answer.headers["request-id"]).toMatch(/^req_/);
      if (method !== "HEAD")
        expect(JSON.parse(answer.text)).toMatchObject({ code: "not_found", instance: path });
    }
  });

  it("a path is looked at before the key, and parameters that no operation reads change nothing", async () => {
    expect((await raw(door, "GET", "/v1/nothing", { key: "pc_test_wrong" })).status).toBe(404);
    expect((await raw(door, "GET", "/v1/environment?a=%zz&b&=&%00")).status).toBe(200);
  });
});
