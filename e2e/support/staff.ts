import { randomBytes } from "node:crypto";
import type { StaffRole } from "../../drizzle/vocabulary";
import { createVault } from "../../lib/crypto/vault";
import { addStaff, giveRole, setOperator } from "../../lib/db/staff";
import { type Id, newId } from "../../lib/domain/ids";
import type { StaffCaller } from "../../lib/staff/caller";
import { lazySignIn } from "../../server/instance/staff";
import { type Html, submit } from "./html-form";
import { database, type TestProvider } from "./provider";
import { send } from "./send";
import { sharedStack } from "./shared";

export const PASSWORD = "correct horse battery staple";

const WEEK_MS = 7 * 86_400_000;

const libraries = new Map<string, ReturnType<typeof lazySignIn>>();

/** The sign-in library over the shared stack, with the secret of its servers. */
function library() {
  const { databaseUrl, appKeys } = sharedStack();
  const known =
    libraries.get(databaseUrl) ??
    lazySignIn({ db: database(), vault: createVault(appKeys), baseUrl: "http://127.0.0.1" });
  libraries.set(databaseUrl, known);
  return known();
}

export interface Member {
  id: Id<"stf">;
  email: string;
  name: string;
}

/** Somebody with a role at a provider, or an operator; invited, and without a password yet. */
export async function addMember(at: { providerId: Id<"prv">; role: StaffRole } | "operator" | null) {
  const name = `Robin ${randomBytes(4).toString("hex")}`;
  const email = `${name.toLowerCase().replace(" ", ".")}@college.example`;
  const { id } = await addStaff(database(), { id: newId("stf"), email, name });
  if (at === "operator") await setOperator(database(), id, true);
  else if (at) await giveRole(database(), id, at);
  return { id, email, name };
}

/** Somebody with that role at a provider, as use cases see them. */
export const callerAt = (
  { id, code }: Pick<TestProvider, "id" | "code">,
  role: StaffRole = "viewer",
): StaffCaller => ({
  staffId: newId("stf"),
  name: "Robin",
  email: "robin@college.example",
  role,
  provider: { id, code, name: "Test College", timeZone: "Australia/Sydney" },
  requestId: newId("req"),
  ipAddress: null,
});

export const linkFor = async ({ id }: Member) => (await library()).makeLink(id, WEEK_MS);

/** The same with `PASSWORD`. */
export async function member(...at: Parameters<typeof addMember>): Promise<Member> {
  const made = await addMember(...at);
  const { outcome } = await (await library()).setPassword(await linkFor(made), PASSWORD);
  if (outcome !== "done") throw new Error(`The password was not set: ${outcome}`);
  return made;
}

const location = ({ headers }: Html) => headers.get("location");

/** A browser without JavaScript, with its cookies. */
export function staffBrowser(base = sharedStack().doors.server) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  function keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /Max-Age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  }
  async function open(path: string): Promise<Html> {
    const url = new URL(path, base).href;
    const headers = { Accept: "text/html", "User-Agent": "a browser", Cookie: cookie() };
    const { status, headers: got, bytes } = await send("GET", url, headers);
    keep(got);
    return { url, status, headers: got, text: bytes.toString() };
  }
  /** Sends a page's form, and follows where it leads. */
  async function press(
    page: Html,
    button: string,
    typed: Readonly<Record<string, string | File>> = {},
    origin = base,
  ) {
    const forms = page.text.match(/<form[\s\S]*?<\/form>/g) ?? [];
    const text = forms.find((form) => form.includes(`>${button}</button>`)) ?? "";
    const answer = await submit({ ...page, text }, button, typed, { Origin: origin, Cookie: cookie() });
    keep(answer.headers);
    let reached = answer;
    for (let to = location(answer); to; to = location(reached)) reached = await open(to);
    return { ...reached, from: answer };
  }
  return {
    jar,
    open,
    press,
    async signIn({ email }: Pick<Member, "email">, password = PASSWORD, next = "") {
      const page = await open(`/console/sign-in${next && `?next=${encodeURIComponent(next)}`}`);
      return press(page, "Sign in", { email, password });
    },
  };
}
