import type { Untimed } from "../../packages/dates/time";
import { oncePerRequest } from "../../packages/http/once-per-request";
import { endSessions, findPasskeys, findRoles, findSessions } from "../db/staff";
import { isId, newId } from "../domain/ids";
import { actionOf } from "./actions/table";
import { readAct } from "./audit";
import { callerAt, type SignedIn } from "./caller";
import { hasCheckout } from "./checkout";
import { refuse, type StaffResult, type StaffVisit } from "./context";
import { OWN_PAGES } from "./own-pages";
import { addPasskey, removePasskey, signInByPasskey } from "./passkeys";
import { can } from "./permissions";
import { askForReset, sendsLinks } from "./reset";
import type { SetUpDeps } from "./set-up/action";
import { isSetUpLost } from "./set-up/take";
import { enterCode, passwordFault, setPassword, signIn, withPassword } from "./sign-in";

type Own = "current" | "password";

/** Beside the actions of a checkout. */
const READ_PAGES = ["agreement", "student"];

/**
 * The console's use cases, as pages and server actions call them.
 * @param requestOf the current request, which reads its session once
 */
export function createConsole(deps: Untimed<SetUpDeps>, requestOf: () => object | undefined) {
  const sessions = oncePerRequest(requestOf, (cookie) => read({ cookie, userAgent: null, address: null }));

  async function read(
    asking: Pick<StaffVisit, "cookie" | "userAgent" | "address">,
  ): Promise<SignedIn | null> {
    // Whoever has no session costs nothing.
    if (!asking.cookie?.includes(`${deps.cookieNames.session}=`)) return null;
    const library = await deps.signIn();
    const found = await library.signedIn(asking).catch(async (error) => {
      // The library hides that the database does not answer, which a question of ours says.
      await findRoles(deps.db, newId("stf"));
      throw error;
    });
    if (!found || !isId("stf", found.userId)) return null;
    const { userId: staffId, ...rest } = found;
    return { staffId, ...rest };
  }

  const signedIn = ({ cookie }: StaffVisit) => sessions.ask(cookie ?? "");
  const caller = async (visit: StaffVisit, providerCode: string) =>
    callerAt(deps.db, await signedIn(visit), providerCode, {
      requestId: visit.requestId,
      ipAddress: visit.address,
    });

  /** For a form of the account's page; null where nobody is signed in. */
  const asOneself =
    <A extends unknown[]>(work: (visit: StaffVisit, me: SignedIn, ...sent: A) => Promise<StaffResult>) =>
    async (visit: StaffVisit, ...sent: A): Promise<StaffResult | null> => {
      const me = await signedIn(visit);
      return me && work(visit, me, ...sent);
    };

  return {
    signedIn,
    /** Null where nobody is signed in, and for a provider that is not theirs. */
    callerAt: caller,
    /** Whether somebody who is signed in asks for what is not theirs: the same as what does not exist. */
    async isLost(visit: StaffVisit, path: string): Promise<boolean> {
      const [, code] = /^\/console\/([^/]+)/.exec(path) ?? [];
      if (code === undefined || OWN_PAGES.includes(code)) return false;
      try {
        if ((await signedIn(visit)) === null) return false;
        const found = await caller(visit, code);
        const [, id, action] = /\/checkouts\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
        const isAction = action !== undefined && !READ_PAGES.includes(action);
        if (found === null || (isAction && !actionOf(found, action))) return true;
        if (/^\/console\/[^/]+\/audit$/.test(path)) return !can(found.role, "audit");
        if (/\/(set-up|attention|views)\//.test(path)) return isSetUpLost(deps, found, path);
        const [, actId] = /\/acts\/([^/]+)$/.exec(path) ?? [];
        if (actId !== undefined) return (await readAct(deps, found, actId)) === null;
        return id !== undefined && !(await hasCheckout(deps.db, found, id));
      } catch {
        // Without a database the page shows its own error.
        return false;
      }
    },
    /** The providers of whoever is signed in; null where nobody is. */
    async providers(visit: StaffVisit) {
      const me = await signedIn(visit);
      return me && (await findRoles(deps.db, me.staffId));
    },
    signIn: (visit: StaffVisit, values: Parameters<typeof signIn>[2]) => signIn(deps, visit, values),
    enterCode: (visit: StaffVisit, values: Parameters<typeof enterCode>[2]) => enterCode(deps, visit, values),
    signInByPasskey: (visit: StaffVisit, values: Parameters<typeof signInByPasskey>[2]) =>
      signInByPasskey(deps, visit, values),
    addPasskey: asOneself((visit, me, values: Parameters<typeof addPasskey>[3]) =>
      addPasskey(deps, visit, me, values),
    ),
    removePasskey: asOneself((visit, me, values: Parameters<typeof removePasskey>[3]) =>
      removePasskey(deps, visit, me, values),
    ),
    async signOut(visit: StaffVisit): Promise<StaffResult> {
      const { cookies } = await (await deps.signIn()).signOut(visit);
      return { ok: true, cookies, to: "/console/sign-in" };
    },
    sendsLinks: async () => sendsLinks(deps),
    askForReset: (
      visit: StaffVisit,
      values: Parameters<typeof askForReset>[2],
      afterwards: Parameters<typeof askForReset>[3],
    ) => askForReset(deps, visit, values, afterwards),
    /** Whose link it is; null for one that does not work. */
    ownerOf: async (token: string) => (await deps.signIn()).ownerOf(token),
    setPassword: (visit: StaffVisit, token: string, values: Record<"password", string>) =>
      setPassword(deps, visit, token, values),
    /** Null where nobody is signed in. */
    async account(visit: StaffVisit) {
      const me = await signedIn(visit);
      if (!me) return null;
      const begun = await (await deps.signIn()).secondFactorBegun(me.staffId, me.email);
      const all = await findSessions(deps.db, me.staffId);
      const passkeys = (await findPasskeys(deps.db, me.staffId)).map(({ createdAt, ...passkey }) => ({
        ...passkey,
        createdAt: createdAt.toISOString(),
      }));
      return { me, begun, passkeys, sessions: all.map((one) => sessionView(one, me.sessionId)) };
    },
    endSession: asOneself(async (_, me, { session }: Record<"session", string>) => {
      await endSessions(deps.db, me.staffId, session);
      return HERE;
    }),
    changePassword: asOneself(async (visit, me, { current, password }: Record<Own, string>) => {
      const fault = passwordFault(password);
      if (fault) return refuse({ password: fault });
      const library = await deps.signIn();
      return withPassword(deps, visit, me.email, "current", () =>
        library.changePassword(visit, current, password),
      );
    }),
    startSecondFactor: asOneself(async (visit, me, { own_password }: Record<"own_password", string>) => {
      const library = await deps.signIn();
      return withPassword(deps, visit, me.email, "own_password", () =>
        library.startSecondFactor(visit, own_password),
      );
    }),
    confirmSecondFactor: asOneself(async (visit, _, { code }: Record<"code", string>) => {
      const { outcome, cookies } = await (await deps.signIn()).confirmSecondFactor(
        visit,
        code.replace(/\s/g, ""),
      );
      return outcome === "done"
        ? { ...HERE, cookies }
        : refuse({ code: "This code is wrong. Enter the one that the app shows now" });
    }),
    stopSecondFactor: asOneself(async (visit, me, { own_password }: Record<"own_password", string>) => {
      const library = await deps.signIn();
      return withPassword(deps, visit, me.email, "own_password", () =>
        library.stopSecondFactor(visit, own_password),
      );
    }),
  };
}

export type Console = ReturnType<typeof createConsole>;

const HERE = { ok: true, cookies: [], to: "/console/account" } as const satisfies StaffResult;

type Session = Awaited<ReturnType<typeof findSessions>>[number];

const sessionView = ({ createdAt, updatedAt, ...session }: Session, current: string) => ({
  ...session,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  isThis: session.id === current,
});
