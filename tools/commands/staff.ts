import { STAFF_ROLES, type StaffRole } from "../../drizzle/vocabulary";
import type { Db } from "../../lib/db/client";
import {
  addStaff,
  endLinks,
  endSecondFactor,
  findStaff,
  giveRole,
  listStaff,
  type StaffRow,
  setOperator,
} from "../../lib/db/staff";
import { newId } from "../../lib/domain/ids";
import { codeFault, emailFault } from "../../lib/provider/values";
import { takeAccess } from "../../lib/staff/colleagues";
import { invitation } from "../../lib/staff/mailed-link";
import { createSmtp } from "../../packages/mail/smtp";
import { isOneOf } from "../../packages/text/narrow";
import { lazySignIn } from "../../server/instance/staff";
import { Problem } from "../../server/program/problem.mjs";
import { providerOf } from "../command-line/provider";
import { command, type Row } from "../command-line/run";
import { type Settings, settingsOfServers, vaultOfServers } from "../command-line/settings";

const MAIL_TIMEOUT_MS = 20_000;

const roleFault = (role: string) =>
  isOneOf(STAFF_ROLES, role) ? null : `a role is one of ${STAFF_ROLES.join(", ")}.`;

const EMAIL = { value: "ADDRESS", required: true, fault: emailFault } as const;
const WHERE = { provider: { value: "CODE", fault: codeFault }, operator: {} } as const;

interface Where {
  provider: string | undefined;
  operator: boolean;
}

/** @returns the provider's code; null for an operator */
function placeOf({ provider, operator }: Where): string | null {
  if (operator === (provider !== undefined)) throw new Problem("Take one of --provider and --operator.");
  return provider ?? null;
}

function roleOf(role: string | undefined, place: string | null): StaffRole | null {
  if ((place === null) !== (role === undefined))
    throw new Problem("--provider and --role go together; an operator has no role.");
  return isOneOf(STAFF_ROLES, role) ? role : null;
}

/** Also gives a known person another role, or a new link. */
const invite = command(
  {
    email: EMAIL,
    name: { value: "NAME" },
    ...WHERE,
    role: { value: "ROLE", fault: roleFault },
    "no-second-factor": {},
  },
  (given, settings) => {
    const place = placeOf(given);
    const role = roleOf(given.role, place);
    return async (db, url) => {
      const provider = place === null ? null : await providerOf(db, place);
      const email = given.email.toLowerCase();
      const person = await addStaff(db, { id: newId("stf"), email, name: given.name ?? email });
      if (provider && role) await giveRole(db, person.id, { providerId: provider.id, role });
      else await setOperator(db, person.id, true);
      if (given["no-second-factor"]) await endSecondFactor(db, person.id);
      await endLinks(db, person.id);
      return [{ ...(await rowOfStaff(db, email)), ...(await linkTo(db, url, settings, person)) }];
    };
  },
);

/** Emails the link too, where the servers have a mail server. */
async function linkTo(db: Db, url: string, settings: Settings, person: StaffRow): Promise<Row> {
  const { BASE_URL: baseUrl, SMTP_URL: smtpUrl, MAIL_FROM: from } = settingsOfServers(settings, url);
  if (!baseUrl) throw new Problem("BASE_URL is missing: the link begins with it.");
  const signIn = await lazySignIn({ db, baseUrl, vault: vaultOfServers(settings) })();
  const transport = smtpUrl && from ? createSmtp({ url: smtpUrl, timeoutMs: MAIL_TIMEOUT_MS }) : null;
  const mail = from ? { from, transport } : null;
  const { href, expiresAt, emailed } = await invitation({ signIn, baseUrl, mail }, person);
  await transport?.close();
  return { invitation: href, expires_at: expiresAt, ...(emailed !== null && { emailed }) };
}

const list = command({}, () => async (db) => (await listStaff(db)).map(rowOf));

const revoke = command({ email: EMAIL, ...WHERE }, (given) => {
  const place = placeOf(given);
  return async (db) => {
    const email = given.email.toLowerCase();
    const found = await findStaff(db, email);
    if (!found)
      throw new Problem(`--email "${given.email}": there is no such person. See \`npm run staff -- list\`.`);
    const at = place === null ? "operator" : (await providerOf(db, place)).id;
    if (!(await takeAccess(db, found.id, at)))
      throw new Problem(`--provider "${place}": ${email} has no role there. See \`npm run staff -- list\`.`);
    return [await rowOfStaff(db, email)];
  };
});

type Listed = Awaited<ReturnType<typeof listStaff>>[number];

const rowOf = ({ staff, roles }: Listed): Row => ({
  id: staff.id,
  email: staff.email,
  name: staff.name,
  operator: staff.isOperator,
  roles,
  second_factor: staff.hasSecondFactor,
  created_at: staff.createdAt,
});

async function rowOfStaff(db: Db, email: string): Promise<Row> {
  const [found] = (await listStaff(db)).filter(({ staff }) => staff.email === email);
  if (!found) throw new Problem(`${email} is gone.`);
  return rowOf(found);
}

export const STAFF = { invite, list, revoke };
