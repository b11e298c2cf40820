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

/** Every action with its pages, also as the address is where the page's own argument is missing. */
const PAGES: readonly [string, ...string[]][] = [
  ["saveDetails", PAIRS[0][1], "/e/undefined/details"],
  ["chooseHowToPay", PAIRS[1][1], "/e/undefined/pay"],
  ["payByCard", PAIRS[2][1], "/e/undefined/card"],
  ["confirmPlan", `/e/${SECRET}/review`, "/e/undefined/review"],
  ["changeAccount", `/e/${SECRET}/account`, "/e/undefined/account"],
  ["chooseDate", `/e/${SECRET}/plan`, "/e/undefined/plan"],
  ["chooseChange", `/e/${SECRET}/plan/change`, "/e/undefined/plan/change"],
  ["makeChange", `/e/${SECRET}/plan/change`, "/e/undefined/plan/change"],
  ["payPlanByCard", `/e/${SECRET}/plan/pay`, "/e/undefined/plan/pay"],
  ["startEnrolment", "/", "/p/undefined"],
  ["askForLink", "/link", "/p/undefined/link"],
  ["continueHere", `/e/${SECRET}`, "/e/undefined"],
  ["signIn", "/console/sign-in"],
  ["signInByPasskey", "/console/sign-in"],
  ["enterCode", "/console/sign-in/code"],
  ["setPassword", "/console/invitation"],
  ["askForReset", "/console/reset"],
  [
    "changeSetUp",
    "/console/x/set-up/x/x/x",
    "/console/undefined/attention/undefined/undefined",
    "/console/x/views/x/x",
  ],
  ["takeAction", "/console/x/checkouts/x/x", "/console/undefined/checkouts/undefined/undefined"],
  ...[
    "addPasskey",
    "changePassword",
    "confirmSecondFactor",
    "endSession",
    "removePasskey",
    "signOut",
    "startSecondFactor",
    "stopSecondFactor",
  ].map((name): [string, string] => [name, "/console/account"]),
];
/** What React's way of writing arguments has, and no page of ours sends. */
const ODD = [
  ...["", "x", "null", "[]", "[null]", "[{},{},{},{}]", '["a"]', '[["a"],["b"]]', '\ufeff["a"]'],
  ...['["$1"]', '["$@1",{}]', '["$Q1"]', '["$W1"]', '["$F1"]', '["a","$K1",{},"$n9"]'],
  ...['["a",{"attempt":0},{}]', '["$undefined","$undefined"]', '["\\ud800","\\ud800",{"attempt":0}]'],
  ...['["\\u0000","\\u0000",{"attempt":0},"\\u0000"]', '[{},{"token":"a","termsVersion":"b","offer":"c"}]'],
  ...[`["${"a".repeat(60_000)}","b"]`, `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
];

describe.each(DOORS)("a server action, through the %s entry point", (door) => {
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

  it.each(PAIRS)("%s does not run wherever else it is posted", async (name, own) => {
    const elsewhere = {
      "/openapi.json/x": 404,
      "/docs": 405,
      "/nothing": 404,
      "/v1/environment": 405,
      "/icon.svg": 405,
    };
    // Another step shows itself, as for whoever only opens it.
    const forms = PAIRS.filter(([, path]) => path !== own).map(([, path]) => [path, 200]);
    const expected = { ...elsewhere, ...Object.fromEntries(forms) };
    const told = Object.keys(expected).map(async (path) => {
      const answer = await post(path, { "Next-Action": ACTIONS[name]! });
      expect(isRun(answer), path).toBe(false);
      return [path, answer.status];
    });
    expect(Object.fromEntries(await Promise.all(told))).toEqual(expected);
  });

  it("has its pages here", () => {
    expect(PAGES.map(([name]) => name).sort()).toEqual(Object.keys(ACTIONS).sort());
  });

  it.each(["null", '"$undefined"', '"\\ud800"', "{}"])("a form of a new link for %s", async (code) => {
    const form = new FormData();
    form.set("_1_email", "amelia@example.com");
    form.set("0", `[${code},{"attempt":0},"$K1"]`);
    for (const path of ["/link", "/p/undefined/link"]) {
      const headers = { Origin: base, "Next-Action": ACTIONS.askForLink! };
      const answer = await fetch(base + path, { method: "POST", redirect: "manual", headers, body: form });
      expect([path, answer.status < 500]).toEqual([path, true]);
    }
  });

  // Each takes its turn of them: what refuses is the same for all.
  it.each(PAGES.map((page, turn) => [...page, turn] as const))(
    "%s takes whatever it is called with for no fault of ours",
    async (name, ...rest) => {
      const turn = rest.pop() as number;
      for (const path of rest as string[])
        for (const body of ODD.filter((_, index) => index % 3 === turn % 3)) {
          const answer = await post(path, { "Next-Action": ACTIONS[name]! }, body);
          expect([path, body, answer.status < 500]).toEqual([path, body, true]);
        }
    },
  );

  const args = ["0", '["harbour-college",{"attempt":0},"$K1"]'] as const;
  it.each<[string, [name: string, value: string | Blob][]]>([
    ["two lists", [args, args].map(([name, value]) => [name, value])],
    ["a list of another name before it", [["00", '["$Q1"]'], [...args]]],
    ["a list without a name before it", [["", '["$Q1"]'], [...args]]],
    ["a file", [[...args], ["_1_email", new Blob(["x"])]]],
    ["a part that no form of ours has", [[...args], ["x", "y"]]],
    ["no list", [["_1_email", "x"]]],
  ])("called with %s is no fault of ours", async (_, parts) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    const headers = { Origin: base, "Next-Action": ACTIONS.askForLink! };
    expect((await fetch(`${base}/link`, { method: "POST", headers, body: form })).status).toBe(400);
  });

  const PACKED = "multipart/form-data; boundary=b";
  const NAMED = 'Content-Disposition: form-data; name="0"';
  it.each([
    ["base64", `${NAMED}\r\nContent-Transfer-Encoding: base64`, "WyJhIl0="],
    ["another charset", `${NAMED}\r\nContent-Type: text/plain; charset=utf-16le`, '["a"]'],
    ["another type", `${NAMED}\r\nContent-Type: application/octet-stream`, '["a"]'],
    ["a long header", `${NAMED}\r\nX-Long: ${"x".repeat(20_000)}`, '["a"]'],
    ["two names", `Content-Disposition: form-data; name="1"\r\n${NAMED}`, '["a"]'],
    ["a mark of the order of bytes", NAMED, '\ufeff["a"]'],
    ["a name that is written otherwise", NAMED.replace("0", "\\0"), '["a"]'],
  ])("called with a part in %s is no fault of ours", async (_, head, text) => {
    const headers = { "Next-Action": ACTIONS.askForLink!, "Content-Type": PACKED };
    expect((await post("/link", headers, `--b\r\n${head}\r\n\r\n${text}\r\n--b--\r\n`)).status).toBe(400);
  });

  const part = (name: string, text: string, boundary = "b") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  it.each([
    [
      "a field in broken UTF-8",
      PACKED,
      `${part("_1_email", "\xed\xa0\x80@b.co")}${part("0", args[1])}--b--\r\n`,
    ],
    ["a type in other letters", PACKED.replace("m", "M"), `${part("0", '["a"]')}--b--\r\n`],
  ])("called with %s is no fault of ours, and is not taken", async (_, type, body) => {
    const headers = { "Next-Action": ACTIONS.askForLink!, "Content-Type": type };
    expect((await post("/link", headers, Buffer.from(body, "latin1"))).status).toBe(400);
  });

  it("of a form that holds its own boundary is no fault of ours", async () => {
    const own = "FormBoundaryAbCdEf";
    const body = `${part(`$ACTION_ID_${ACTIONS.askForLink}`, "", own)}${part("email", own, own)}--${own}--\r\n`;
    const headers = { "Content-Type": `multipart/form-data; boundary=${own}` };
    expect((await post("/link", headers, body)).status).toBe(400);
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

  const ref = '{"id":"ID","bound":"$@1"}';
  it.each([
    ["no parts", []],
    ["a part that is missing", [ref]],
    ["a part that is no JSON", [ref, "x"]],
    ["a map", [ref, '["$Q1"]']],
    ["a promise of what is missing", [ref, '["$@2"]']],
    ["a promise of itself", [ref, '["$@1"]']],
    ["a reference of another kind", ['{"id":"ID","bound":"$1"}', '["a"]']],
    ["many lists in each other", [ref, `${"[".repeat(5_000)}${"]".repeat(5_000)}`]],
    ["null for its arguments", [ref, "null"]],
    ["no value for its arguments", [ref, '"$undefined"']],
    ["a length for its arguments", [ref, '{"length":2000}']],
    ["a thousand arguments", [ref, JSON.stringify(Array(1_001).fill("a"))]],
    ["two ids", ['{"id":"ID","id":"bogus","bound":null}']],
    ["two ids of which one is a number", ['{"id":"ID","id":1,"bound":null}']],
    ["an id of what is not there", ['{"id":"ID","id":"ID#nope","bound":null}']],
    ["a list for a reference", ["[]"]],
    ["null for a reference", ["null"]],
    ["a letter for a number", [ref, '["$Q1"]'], "a"],
    ["nothing for a number", [ref, '["$Q1"]'], ""],
    ["parts that are there twice", [ref, '["a"]'], "1", 2],
  ] as [string, string[], string?, number?][])(
    "of a form without a script with %s is no fault of ours",
    async (_, parts, number = "1", times = 1) => {
      for (const [name, path] of [...PAIRS, ["askForLink", "/link"]] as const) {
        const form = new FormData();
        form.set(`$ACTION_REF_${number}`, "");
        for (const [at, part] of parts.entries())
          for (let time = 0; time < times; time++)
            form.append(`$ACTION_${number}:${at}`, part.replaceAll("ID", ACTIONS[name]!));
        const answer = await fetch(base + path, { method: "POST", headers: { Origin: base }, body: form });
        expect([path, answer.status < 500]).toEqual([path, true]);
      }
    },
  );

  // Behind Next's own server it is Next's line of text.
  it.runIf(door === "server")(
    "of a page of another release, whose step is over, begins its page anew and is posted nowhere",
    async () => {
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
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `/e/${secret}/review`]);
    },
  );
});
