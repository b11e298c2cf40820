import { STAFF_ROLES, type StaffRole } from "../../../drizzle/vocabulary";
import { present } from "../../../packages/text/narrow";
import { isEmail, readText } from "../../../packages/text/text";
import type { Db } from "../../db/client";
import {
  type Colleague,
  endSecondFactor,
  endSessions,
  findColleague,
  findColleagues,
  giveRole,
} from "../../db/staff";
import { CheckoutError } from "../../domain/errors";
import { isId } from "../../domain/ids";
import type { StaffCaller } from "../caller";
import { admissionOf, admit, isOnlyOurs, takeAccess } from "../colleagues";
import { invitation, sendLink } from "../mailed-link";
import { demand } from "../permissions";
import { sendsLinks } from "../reset";
import type { SetUpAction, SetUpField, SetUpValues } from "./action";
import { choice, required } from "./fields";
import { changesOf } from "./make-action";

const MAX_EMAIL = 254;

const ROLES: Record<StaffRole, string> = {
  viewer: "Viewer: sees enrolments, and what was paid and sent",
  support: "Support: also cancels, changes plans, sends links, and grants refunds up to a limit",
  finance: "Finance: also grants and sends any refund, and ends plans",
  admin: "Admin: also sees the audit log, and sets up the provider",
};
const roleField = (value: StaffRole) =>
  choice(
    "role",
    "Role",
    STAFF_ROLES.map((role) => [role, ROLES[role]] as const),
    value,
  );

/** Of the choice, which is one of them. */
const roleOf = (chosen?: string) =>
  present(
    STAFF_ROLES.find((role) => role === chosen),
    "role of the choice",
  );

const YOURSELF =
  "You cannot do this to yourself. Another admin can. Your own password, sessions and authenticator app are on the page Your account.";
/** It does not say why: what somebody does elsewhere is told to nobody. */
const NOT_HERE = "This cannot be done here. Ask whoever runs the service.";
const GONE = "This person has no role here any more.";
const gone = (notice: string) => new CheckoutError("not_found", notice);

/** Without operators, unless they have a role here. */
export async function readColleagues({ db }: { db: Db }, caller: StaffCaller) {
  demand(caller, "set_up");
  const found = await findColleagues(db, caller.provider.id);
  return found.map((one) => ({
    ...{ id: one.id, name: one.name, email: one.email, role: one.role, hasSecondFactor: one.hasSecondFactor },
    isSelf: one.id === caller.staffId,
    changes: CHANGES.filter((change) => whyNot(change, caller, one) === null).map(({ key, title }) => ({
      key,
      title,
    })),
  }));
}

const wrongEmail = (email: string) => ({ errors: { email } });
const emailIn = ({ email = "" }: SetUpValues) => readText(email, "address", MAX_EMAIL).toLowerCase();

const invite: SetUpAction = {
  part: "staff",
  key: "invite",
  title: "Invite a colleague",
  isNew: true,
  open: (deps, { provider: { id: providerId } }) => ({
    what: emailIn,
    says: [
      sendsLinks(deps)
        ? "The address gets an email with a link to choose a password, which works once, within 7 days."
        : "You see a link once, on the next page. Send it to your colleague: it lets them choose a password, works once, and ends after 7 days.",
      "Whoever signs in to this service already gets the role, and no new password.",
    ],
    fields: [
      required("email", "Email address", { max: MAX_EMAIL }),
      required("name", "Name", { max: 100 }),
      roleField("viewer"),
    ],
    async read(values) {
      const { db, mail, baseUrl } = deps;
      const email = emailIn(values);
      const role = roleOf(values.role);
      const found = isEmail(email) ? admissionOf(await findColleague(db, providerId, { email })) : null;
      if (!found) return wrongEmail("Enter an email address in the correct format, like name@example.com");
      if (found === "here")
        return wrongEmail("This person has a role here already. Change it on the page before");
      if (found === "refused") return wrongEmail(NOT_HERE);
      return async () => {
        const asked = { email, name: values.name ?? "", role };
        const { admission, person } = await admit(db, providerId, asked, sendsLinks(deps));
        // Somebody else came first.
        if (admission === "here" || admission === "refused") throw gone(NOT_HERE);
        const after = { staff_id: person.id, role };
        if (admission === "new") {
          const { href, emailed } = await invitation({ signIn: await deps.signIn(), baseUrl, mail }, person);
          const shown = emailed === null ? [{ label: `Link for ${email}`, value: href }] : undefined;
          return { after: { ...after, emailed }, shown };
        }
        const to = { email, href: new URL("/console", baseUrl).href };
        const transport = mail?.transport;
        const emailed =
          mail && transport ? await sendLink({ from: mail.from, transport }, to, "access") : null;
        return { after: { ...after, emailed } };
      };
    },
  }),
};

interface Change {
  key: string;
  title: string;
  says: readonly string[];
  fields?: (colleague: Colleague) => readonly SetUpField[];
  whyNot?: (colleague: Colleague) => string | null;
  /** @returns what is so afterwards */
  work: (db: Db, caller: StaffCaller, colleague: Colleague, role: string) => Promise<unknown>;
}

const CHANGES: readonly Change[] = [
  {
    key: "role",
    title: "Change the role",
    says: ["The new role holds from the next page that this person opens."],
    fields: ({ role }) => [roleField(role ?? "viewer")],
    async work(db, { provider }, { id }, chosen) {
      const role = roleOf(chosen);
      await giveRole(db, id, { providerId: provider.id, role });
      return { role };
    },
  },
  {
    key: "second-factor",
    title: "Turn off the authenticator app",
    says: [
      "The password alone is enough to sign in until this person sets up an app again. Their passkeys are removed.",
      "Do it only for somebody who lost their phone and their recovery codes, and whom you know by voice or face.",
    ],
    whyNot(colleague) {
      if (!isOnlyOurs(colleague)) return NOT_HERE;
      return colleague.hasSecondFactor ? null : "This person has no authenticator app.";
    },
    async work(db, _, { id }) {
      await endSecondFactor(db, id);
      return { second_factor: false };
    },
  },
  {
    key: "sign-out",
    title: "Sign out everywhere",
    says: ["Every browser of this person has to sign in again."],
    whyNot: (colleague) => (isOnlyOurs(colleague) ? null : NOT_HERE),
    async work(db, _, { id }) {
      await endSessions(db, id, null);
      return { sessions: 0 };
    },
  },
  {
    key: "remove",
    title: "Remove from the staff",
    says: [
      "This person sees nothing of this provider from the next page on.",
      "What they did stays recorded.",
      "The API keys go on working. Rotate those that this person has seen.",
    ],
    async work(db, { provider }, { id }) {
      await takeAccess(db, id, provider.id);
      return { role: null };
    },
  },
];

const whyNot = (change: Change, { staffId }: StaffCaller, colleague: Colleague): string | null =>
  colleague.id === staffId ? YOURSELF : (change.whyNot?.(colleague) ?? null);

/** Null for whoever has no role here: nobody learns of them. */
async function colleagueAt(db: Db, { provider }: StaffCaller, id: string, how?: { locks: boolean }) {
  const found = isId("stf", id) ? await findColleague(db, provider.id, { id }, how) : null;
  return found?.role ? found : null;
}

const onColleague = changesOf(
  "staff",
  ({ db }, caller, id) => colleagueAt(db, caller, id),
  ({ id, name, email, role }) => ({
    about: `${name}, ${email}`,
    what: email,
    before: { staff_id: id, role },
  }),
);

const actionOf = (change: Change) =>
  onColleague(change.key, change.title, (found, { db }, caller) => {
    const notice = whyNot(change, caller, found);
    if (notice !== null) return { notice };
    return {
      says: change.says,
      fields: change.fields?.(found),
      read:
        ({ role = "" }) =>
        () =>
          db.transaction(async (tx) => {
            const colleague = await colleagueAt(tx, caller, found.id, { locks: true });
            const notice = colleague ? whyNot(change, caller, colleague) : GONE;
            if (!colleague || notice !== null) throw gone(notice ?? GONE);
            return { after: await change.work(tx, caller, colleague, role) };
          }),
    };
  });

export const COLLEAGUE_ACTIONS = [invite, ...CHANGES.map(actionOf)];
