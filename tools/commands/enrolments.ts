import { databaseNow } from "../../lib/db/clock";
import { endAllLinks } from "../../lib/db/resume-links";
import { Problem } from "../../server/program/problem.mjs";
import { PROVIDER, providerOf } from "../command-line/provider";
import { command } from "../command-line/run";

const endLinks = command(
  { provider: PROVIDER, reference: { value: "ENR-…", required: true }, send: {} },
  (given) => async (db) => {
    const { id } = await providerOf(db, given.provider);
    const { reference, send } = given;
    const ended = await endAllLinks(db, { providerId: id, reference }, send ? await databaseNow(db) : null);
    if (!ended)
      throw new Problem(
        `--reference "${reference}": ${given.provider} has no enrolment with it in its portal.`,
      );
    return [{ reference, links: "ended", new_link: ended.mailedTo === null ? "not sent" : "to be sent" }];
  },
);

export const ENROLMENTS = { "end-links": endLinks };
