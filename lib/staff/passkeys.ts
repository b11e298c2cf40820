import { hasControlCharacters, isLonger, readText } from "../../packages/text/text";
import { removePasskeys } from "../db/staff";
import type { SignedIn } from "./caller";
import { refuse, type StaffDeps, type StaffResult, type StaffVisit } from "./context";
import { pageAfter, withPassword } from "./sign-in";

const MAX_NAME = 60;

/** First says what to ask the browser for; then takes what it gave, as `passkey`. Nobody can guess that, so nothing locks. */
export async function signInByPasskey(
  deps: StaffDeps,
  visit: StaffVisit,
  { passkey, next }: Record<"passkey" | "next", string>,
): Promise<StaffResult> {
  const library = await deps.signIn();
  const to = pageAfter(next);
  if (passkey === "") {
    const { cookies, response: asked } = await library.beginPasskeySignIn(visit);
    return { ok: true, cookies, to, asked };
  }
  const { outcome, cookies } = await library.signInByPasskey(visit, passkey);
  if (outcome === "done") return { ok: true, cookies, to };
  deps.note("sign_in_refused", "passkey", visit);
  return refuse({}, "This passkey does not sign you in here. Use your password, or try again.");
}

function faultOf(name: string): string | null {
  if (name === "") return "Enter a name for the passkey";
  if (isLonger(name, MAX_NAME)) return `Name must be ${MAX_NAME} characters or fewer`;
  return hasControlCharacters(name) ? "Name must not have control characters" : null;
}

/** In two calls too. The password is asked in the first, and without that the second does nothing. */
export async function addPasskey(
  deps: StaffDeps,
  visit: StaffVisit,
  { email }: SignedIn,
  { passkey, ...typed }: Record<"passkey" | "passkey_name" | "add_password", string>,
): Promise<StaffResult> {
  const name = readText(typed.passkey_name, "words", MAX_NAME);
  const fault = faultOf(name);
  if (fault) return refuse({ passkey_name: fault });
  const library = await deps.signIn();
  if (passkey === "")
    return withPassword(deps, visit, email, "add_password", async () => {
      const { response: asked, ...answer } = await library.beginPasskey(visit, typed.add_password);
      return { ...answer, asked };
    });
  const { outcome, cookies } = await library.addPasskey(visit, name, passkey);
  if (outcome === "wrong") return refuse({}, "The passkey was not added. Try again.");
  return { ok: true, cookies, to: "/console/account" };
}

export async function removePasskey(
  deps: StaffDeps,
  visit: StaffVisit,
  { email, staffId }: SignedIn,
  { removed, remove_password }: Record<"removed" | "remove_password", string>,
): Promise<StaffResult> {
  const library = await deps.signIn();
  return withPassword(deps, visit, email, "remove_password", async () => {
    const answer = await library.checkPassword(visit, remove_password);
    if (answer.outcome === "done") await removePasskeys(deps.db, staffId, removed);
    return { outcome: answer.outcome, cookies: answer.cookies };
  });
}
