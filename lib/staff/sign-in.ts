import { createHash } from "node:crypto";
import { MAX_PASSWORD, MIN_PASSWORD } from "../../packages/staff-sign-in/limits";
import { takeFromBucket } from "../db/rate-buckets";
import { refuse, type StaffDeps, type StaffResult, type StaffVisit } from "./context";

/** Guesses at one account's password: so many at once, and all of them again after a quarter of an hour. Counted for all servers. */
export const MAX_GUESSES = 10;
const GUESSES = { capacity: MAX_GUESSES, perSecond: MAX_GUESSES / 900 };

const LOCKED = "There were too many attempts. Wait a few minutes, then try again.";
const WRONG = "The email address or the password is wrong.";
const WRONG_PASSWORD = "This is not your password";
const START_AGAIN = "Too much time or too many attempts have passed. Sign in again.";

/** Named by a hash, so that the address cannot be read from it. */
export const bucketOfStaff = (purpose: "guess" | "reset", email: string): string =>
  `staff-${purpose}:${createHash("sha256").update(email.toLowerCase()).digest("base64url")}`;

/** @returns null where the account is locked: the same for an address that nobody has */
async function guessing<T extends { outcome: string }>(
  { db, note }: StaffDeps,
  { address, requestId }: StaffVisit,
  email: string,
  guess: () => Promise<T>,
): Promise<T | null> {
  const key = bucketOfStaff("guess", email);
  const { admitted } = await takeFromBucket(db, key, 1, GUESSES);
  if (!admitted) {
    note("sign_in_refused", "locked", { address, requestId });
    return null;
  }
  const answer = await guess();
  if (answer.outcome === "wrong") note("sign_in_refused", "password", { address, requestId });
  else await takeFromBucket(db, key, -1, GUESSES);
  return answer;
}

/** Only a page of the console; anything else leads to its start. */
export const pageAfter = (next: string) => (/^\/console(\/[\w/-]*)?$/.test(next) ? next : "/console");

export async function signIn(
  deps: StaffDeps,
  visit: StaffVisit,
  { email, password, next }: Record<"email" | "password" | "next", string>,
): Promise<StaffResult> {
  const errors = {
    ...(email.trim() === "" && { email: "Enter your email address" }),
    ...(password === "" && { password: "Enter your password" }),
  };
  if (Object.keys(errors).length > 0) return refuse(errors);
  const library = await deps.signIn();
  const address = email.trim().toLowerCase();
  const answer = await guessing(deps, visit, address, () => library.signIn(visit, address, password));
  if (!answer) return refuse({}, LOCKED);
  const { outcome, cookies } = answer;
  switch (outcome) {
    case "wrong":
      return refuse({}, WRONG);
    case "code":
      return {
        ok: true,
        cookies,
        to: `/console/sign-in/code?${new URLSearchParams({ next: pageAfter(next) })}`,
      };
    case "done":
      return { ok: true, cookies, to: pageAfter(next) };
    default:
      return outcome satisfies never;
  }
}

/** The second step: a code of the app, or a recovery code. The library counts wrong ones, and locks the account. */
export async function enterCode(
  deps: StaffDeps,
  visit: StaffVisit,
  { code, next }: Record<"code" | "next", string>,
): Promise<StaffResult> {
  const typed = code.replace(/\s/g, "");
  if (typed === "") return refuse({ code: "Enter the code" });
  const { outcome, cookies } = await (await deps.signIn()).enterCode(visit, typed);
  if (outcome === "done") return { ok: true, cookies, to: pageAfter(next) };
  deps.note("sign_in_refused", "code", visit);
  switch (outcome) {
    case "wrong":
      return refuse({ code: "This code is wrong. An app shows a new one every 30 seconds" });
    case "locked":
      return refuse({}, LOCKED);
    case "over":
      return refuse({}, START_AGAIN);
    default:
      return outcome satisfies never;
  }
}

/** What is wrong with a new password; null for a good one. */
export function passwordFault(password: string): string | null {
  if (password.length < MIN_PASSWORD) return `Choose a password of at least ${MIN_PASSWORD} characters`;
  return password.length > MAX_PASSWORD ? `Choose a password of at most ${MAX_PASSWORD} characters` : null;
}

/** By the link of an invitation or a reset, which works once. All sessions of that person end. */
export async function setPassword(
  deps: StaffDeps,
  visit: StaffVisit,
  token: string,
  { password }: Record<"password", string>,
): Promise<StaffResult> {
  const fault = passwordFault(password);
  if (fault) return refuse({ password: fault });
  const { outcome } = await (await deps.signIn()).setPassword(token, password);
  if (outcome === "done") return { ok: true, cookies: [], to: "/console/sign-in?password=set" };
  deps.note("link_refused", "staff_link", visit);
  return refuse({}, "This link has ended or was used already. Ask for a new one.");
}

type Done = Extract<StaffResult, { ok: true }>;

/** Tells a password that is asked again, to change what protects the account. */
export async function withPassword(
  deps: StaffDeps,
  visit: StaffVisit,
  email: string,
  field: string,
  work: () => Promise<Pick<Done, "cookies" | "asked"> & { outcome: "done" | "wrong" }>,
): Promise<StaffResult> {
  const answer = await guessing(deps, visit, email, work);
  if (!answer) return refuse({}, LOCKED);
  if (answer.outcome === "wrong") return refuse({ [field]: WRONG_PASSWORD });
  const { cookies, asked } = answer;
  return { ok: true, cookies, asked, to: "/console/account" };
}
