import { readFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { begin } from "../portal/student";
import { DOORS } from "../support/stack";

/** Server actions of the build by name, as each portal page shows them. */
const ACTIONS = Object.fromEntries(
  Object.entries(
    JSON.parse(readFileSync(".next-test/server/server-reference-manifest.json", "utf8")).node as Record<
      string,
      { exportedName: string }
    >,
  ).map(([id, { exportedName }]) => [exportedName, id]),
);
const SECRET = `${"0".repeat(26)}_${"A".repeat(43)}`;

/** An enrolment's forms, each with its action and its page. */
const PAIRS = [
  ["saveDetails", `/e/${SECRET}/details`],
  ["chooseHowToPay", `/e/${SECRET}/pay`],
  ["payByCard", `/e/${SECRET}/card`],
] as const;

describe.each(DOORS)("a server action, through the %s door", (door) => {
  const base = inject("stack").doors[door];
  const post = (path: string, headers: Record<string, string>, body: BodyInit = '["a"]') =>
    fetch(base + path, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: base, "Content-Type": "text/plain", ...headers },
      body,
    });
  const isRun = (answer: Response) => answer.headers.get("content-type")?.startsWith("text/x-component");

  it.each(PAIRS)("%s runs on the page that it belongs to", async (name, path) => {
    expect(isRun(await post(path, { "Next-Action": ACTIONS[name]! }, '["a",{}]'))).toBe(true);
  });

  it.each(PAIRS)("%s is refused wherever else it is posted", async (name, own) => {
    const elsewhere = ["/openapi.json/x", "/docs", "/nothing", "/v1/environment", "/icon.svg"];
    const forms = PAIRS.map(([, path]) => path).filter((path) => path !== own);
    for (const path of [...elsewhere, ...forms]) {
      const answer = await post(path, { "Next-Action": ACTIONS[name]! });
      expect([path, [404, 405].includes(answer.status), isRun(answer)]).toEqual([path, true, false]);
    }
  });

  it("is refused as one that was forwarded", async () => {
    const [name, path] = PAIRS[0];
    const answer = await post(path, { "Next-Action": ACTIONS[name]!, "x-action-forwarded": "1" });
    expect([answer.status, isRun(answer)]).toEqual([404, false]);
  });

  it("of a form without a script does nothing on another page", async () => {
    const form = new FormData();
    form.set(`$ACTION_ID_${ACTIONS.saveDetails}`, "");
    const headers = { Origin: base };
    // The page itself is lost: it has no such enrolment.
    const answer = await fetch(`${base}/e/${SECRET}/pay`, { method: "POST", headers, body: form });
    expect(answer.status).not.toBe(500);
  });

  it("of the hosted page, which has none any more, is unknown to the script of an older release", async () => {
    const answer = await post("/api/dd-setup?session=x", { "Next-Action": `40${"0".repeat(40)}` });
    expect([answer.status, answer.headers.get("x-nextjs-action-not-found")]).toEqual([404, "1"]);
  });

  it("of a page of another release, whose step is over, leads to the next page and is not posted there", async () => {
    const { secret } = await begin();
    const form = new FormData();
    form.set(`$ACTION_ID_40${"0".repeat(40)}`, "");
    form.set("first_name", "Amelia");
    const answer = await fetch(`${base}/e/${secret}/review`, {
      method: "POST",
      headers: { Origin: base },
      redirect: "manual",
      body: form,
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/e/${secret}/details`]);
  });
});
