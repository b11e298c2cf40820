import { eq } from "drizzle-orm";
import { enrolment } from "../../../drizzle/schema";
import { database } from "../provider";
import { sharedStack } from "../shared";
import { type Stack, startStack } from "../stack";
import { type College, makeCollege } from "./college";
import { test as base } from "./neighbour";

let starting: Promise<Stack> | undefined;

/** A stack that keeps the mails that it sends, of this worker's own and ended with it: nobody else's are in its queue. */
function stackThatKeepsMails(): Promise<Stack> {
  // Any database of the cluster leads to it.
  starting ??= startStack(sharedStack().databaseUrl, { MAIL_KEEP: "on" }, ["server"]).then(
    ({ details }) => details,
  );
  return starting;
}

/** An address of the test's own: one that others use too has its bound. */
export const newAddress = () => `student-${Math.random().toString(36).slice(2)}@example.com`;

/** Ends the links of a provider's enrolments there, as newer ones do that are used. */
export async function endLinksOfKept({ id }: College): Promise<void> {
  const { databaseUrl } = await stackThatKeepsMails();
  await database(databaseUrl)
    .update(enrolment)
    .set({ newestLink: 2, lowestLink: 2 })
    .where(eq(enrolment.providerId, id));
}

/** The tests of `test`, where mails are kept. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, give) => give((await stackThatKeepsMails()).doors.server),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  provider: async ({}, give) =>
    give(await makeCollege({}, database((await stackThatKeepsMails()).databaseUrl))),
});
