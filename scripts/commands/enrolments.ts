import { databaseNow } from "../../lib/db/clock";
import { endAllLinks } from "../../lib/db/resume-links";
import { PROVIDER, providerOf } from "../lib/commands/provider";
import { command } from "../lib/commands/run";
import { Problem } from "../lib/problem.mjs";

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
