import { inject } from "vitest";
import { makeAccount } from "../support/accounts";
import { api } from "../support/api";
import { advance } from "../support/collection";
import { open } from "../support/html-form";
import { database, makeProvider } from "../support/provider";
import { testVault } from "../support/setup-page";
import { atReview } from "./student";

/** A student with 26 fortnightly payments that we collect. At $100.01 the sandbox's bank says that there is too little money. */
export async function collected(priceCents = 150_000) {
  const college = await makeProvider();
  await makeAccount({ db: database(), vault: testVault() }, college, ["unused-secret"]);
  const student = await atReview({ college, priceCents });
  await student.confirm();
  const client = api("server", college.key);
  const home = `${inject("stack").doors.server}/e/${student.secret}`;
  return { student, home, plan: () => open(`${home}/plan`), wait: (days: number) => advance(client, days) };
}
