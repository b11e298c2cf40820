import { randomUUID } from "node:crypto";
import { passkey } from "@better-auth/passkey";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { symmetricDecrypt } from "better-auth/crypto";
import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { type Asking, type CookieNames, createAnswers } from "./answers";
import { MAX_CODE_WAIT_S, MAX_IDLE_S, MAX_PASSWORD, MAX_SESSION_MS, MIN_PASSWORD } from "./limits";
import { onlyVerified, readPasskey } from "./passkeys";

/** How old the recorded use of a session may be: each page would write it otherwise. */
const USE_NOTED_S = 60;

const APP_NAME = "Provider Checkout";

interface Options {
  db: Parameters<typeof drizzleAdapter>[0];
  /** Drizzle's tables, with the columns of the library's models; see `fields` below for those that have other names. */
  tables: Record<"user" | "session" | "account" | "verification" | "twoFactor" | "passkey", unknown>;
  baseUrl: string;
  secret: string;
  newUserId: () => string;
  cookieNames: CookieNames;
  /** Somebody has a new password by a link. */
  afterReset: (userId: string) => Promise<void>;
}

/** People who sign in with a password and, if they want, a code of an authenticator app. Wraps better-auth, whose names stay here. */
export function createSignIn({ db, tables, baseUrl, secret, newUserId, cookieNames, afterReset }: Options) {
  const { hostname, origin } = new URL(baseUrl);
  const ofUser = { userId: "staffId" } as const;
  const auth = betterAuth({
    appName: APP_NAME,
    baseURL: baseUrl,
    secret,
    database: drizzleAdapter(db, { provider: "pg", schema: tables }),
    session: { fields: ofUser, expiresIn: MAX_IDLE_S, updateAge: USE_NOTED_S, freshAge: 0 },
    account: { fields: { ...ofUser, providerId: "method" } },
    verification: { storeIdentifier: "hashed" },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => afterReset(user.id),
    },
    plugins: [
      twoFactor({
        twoFactorCookieMaxAge: MAX_CODE_WAIT_S,
        schema: {
          user: { fields: { twoFactorEnabled: "hasSecondFactor" } },
          twoFactor: { fields: ofUser },
        },
      }),
      passkey({
        rpID: hostname,
        origin,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: {
          afterVerification: ({ verification }) => onlyVerified(verification.registrationInfo),
        },
        authentication: {
          afterVerification: ({ verification }) => onlyVerified(verification.authenticationInfo),
        },
        schema: { passkey: { fields: { ...ofUser, credentialID: "credentialId" } } },
      }),
    ],
    advanced: {
      // `cookieNames` has the prefix where there is TLS.
      useSecureCookies: false,
      cookies: {
        session_token: { name: cookieNames.session },
        two_factor: { name: cookieNames.code },
        "better-auth-passkey": { name: cookieNames.passkey },
      },
      ipAddress: { ipAddressHeaders: ["x-sender"] },
      database: {
        // The tables lack columns of ways to sign in that nobody uses.
        validateSchema: false,
        generateId: ({ model }) => (model === "user" ? newUserId() : randomUUID()),
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });

  const { headersOf, answerOf } = createAnswers(cookieNames);

  /** As apps read it from a QR code. */
  const addressOf = (email: string, secret: string) =>
    `otpauth://totp/${[APP_NAME, email].map(encodeURIComponent).join(":")}?secret=${secret}&issuer=${encodeURIComponent(APP_NAME)}`;
  const linkName = (token: string) => `reset-password:${token}`;
  const checkPassword = (asking: Asking, password: string) =>
    auth.api.verifyPassword({
      body: { password },
      headers: headersOf(asking, "session"),
      returnHeaders: true,
    });
  const done = () => "done" as const;

  return {
    /** Null where nobody is signed in. */
    async signedIn(asking: Asking) {
      const found = await auth.api.getSession({ headers: headersOf(asking, "session") });
      if (!found || found.session.createdAt.getTime() + MAX_SESSION_MS <= Date.now()) return null;
      const { id, name, email, twoFactorEnabled } = found.user;
      return {
        userId: id,
        name,
        email,
        hasSecondFactor: twoFactorEnabled === true,
        sessionId: found.session.id,
      };
    },

    signIn: (asking: Asking, email: string, password: string) =>
      answerOf(
        auth.api.signInEmail({
          body: { email, password },
          headers: headersOf(asking, "session"),
          returnHeaders: true,
        }),
        (response) => ("twoFactorRedirect" in response ? "code" : "done"),
        { INVALID_EMAIL_OR_PASSWORD: "wrong", INVALID_EMAIL: "wrong", PASSWORD_TOO_LONG: "wrong" },
      ),

    /** @param code of the app, or a recovery code, which works once */
    enterCode(asking: Asking, code: string) {
      const asked = { body: { code }, headers: headersOf(asking, "code"), returnHeaders: true } as const;
      const work: Promise<{ headers: Headers; response: unknown }> = /^\d{6}$/.test(code)
        ? auth.api.verifyTOTP(asked)
        : auth.api.verifyBackupCode(asked);
      return answerOf(work, done, {
        INVALID_CODE: "wrong",
        INVALID_BACKUP_CODE: "wrong",
        INVALID_TWO_FACTOR_COOKIE: "over",
        TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "over",
        ACCOUNT_TEMPORARILY_LOCKED: "locked",
      });
    },

    /** What to ask the browser for, which then has some minutes. */
    beginPasskeySignIn: (asking: Asking) =>
      answerOf(
        auth.api
          .generatePasskeyAuthenticationOptions({ headers: headersOf(asking), returnHeaders: true })
          .then(({ headers, response }) => ({
            headers,
            response: { ...response, userVerification: "required" },
          })),
        done,
        {},
      ),

    /** Counts as both factors: the device has checked who holds it. @param given by the browser, as JSON */
    signInByPasskey: (asking: Asking, given: string) =>
      answerOf(
        auth.api.verifyPasskeyAuthentication({
          body: { response: readPasskey(given) },
          headers: headersOf(asking, "passkey"),
          returnHeaders: true,
        }),
        done,
        { AUTHENTICATION_FAILED: "wrong", CHALLENGE_NOT_FOUND: "wrong", PASSKEY_NOT_FOUND: "wrong" },
      ),

    beginPasskey: (asking: Asking, password: string) =>
      answerOf(
        checkPassword(asking, password).then(() =>
          auth.api.generatePasskeyRegistrationOptions({
            headers: headersOf(asking, "session"),
            returnHeaders: true,
          }),
        ),
        done,
        { INVALID_PASSWORD: "wrong" },
      ),

    addPasskey: (asking: Asking, name: string, given: string) =>
      answerOf(
        auth.api.verifyPasskeyRegistration({
          body: { name, response: readPasskey(given) },
          headers: headersOf(asking, "session", "passkey"),
          returnHeaders: true,
        }),
        done,
        {
          FAILED_TO_VERIFY_REGISTRATION: "wrong",
          CHALLENGE_NOT_FOUND: "wrong",
          YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "wrong",
        },
      ),

    checkPassword: (asking: Asking, password: string) =>
      answerOf(checkPassword(asking, password), done, { INVALID_PASSWORD: "wrong" }),

    signOut: (asking: Asking) =>
      answerOf(auth.api.signOut({ headers: headersOf(asking, "session"), returnHeaders: true }), done, {}),

    /** Ends all other sessions. */
    changePassword: (asking: Asking, currentPassword: string, newPassword: string) =>
      answerOf(
        auth.api.changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: headersOf(asking, "session"),
          returnHeaders: true,
        }),
        done,
        { INVALID_PASSWORD: "wrong", PASSWORD_TOO_LONG: "wrong" },
      ),

    /** The token of a link that sets a password, once. */
    async makeLink(userId: string, lifeMs: number): Promise<string> {
      const token = randomUUID();
      const { internalAdapter } = await auth.$context;
      const expiresAt = new Date(Date.now() + lifeMs);
      await internalAdapter.createVerificationValue({
        identifier: linkName(token),
        value: userId,
        expiresAt,
      });
      return token;
    },

    /** Whose link it is; null for one that does not work. Reading it changes nothing. */
    async ownerOf(token: string): Promise<{ name: string; email: string } | null> {
      const { internalAdapter } = await auth.$context;
      const found = await internalAdapter.findVerificationValue(linkName(token));
      if (!found || found.expiresAt.getTime() <= Date.now()) return null;
      return internalAdapter.findUserById(found.value);
    },

    /** Ends all their sessions. */
    setPassword: (token: string, newPassword: string) =>
      answerOf(auth.api.resetPassword({ body: { token, newPassword }, returnHeaders: true }), done, {
        INVALID_TOKEN: "over",
      }),

    /** Begins anew with each call, until a code of the app was entered. */
    startSecondFactor: (asking: Asking, password: string) =>
      answerOf(
        auth.api.enableTwoFactor({
          body: { password, method: "totp" },
          headers: headersOf(asking, "session"),
          returnHeaders: true,
        }),
        done,
        { INVALID_PASSWORD: "wrong", PASSWORD_TOO_LONG: "wrong", TOTP_ALREADY_ENABLED: "done" },
      ),

    /** What an app needs while it is set up; null before and after that. */
    async secondFactorBegun(userId: string, email: string) {
      const { adapter, secretConfig } = await auth.$context;
      const where = [{ field: "userId", value: userId }];
      const row = await adapter.findOne<{ secret: string; verified: boolean }>({ model: "twoFactor", where });
      if (!row || row.verified) return null;
      const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
      const secret = base32(await symmetricDecrypt({ key: secretConfig, data: row.secret }));
      return { secret, address: addressOf(email, secret), backupCodes };
    },

    confirmSecondFactor: (asking: Asking, code: string) =>
      answerOf(
        auth.api.verifyTOTP({ body: { code }, headers: headersOf(asking, "session"), returnHeaders: true }),
        done,
        { INVALID_CODE: "wrong", TOTP_NOT_ENABLED: "wrong" },
      ),

    stopSecondFactor: (asking: Asking, password: string) =>
      answerOf(
        auth.api.disableTwoFactor({
          body: { password },
          headers: headersOf(asking, "session"),
          returnHeaders: true,
        }),
        done,
        { INVALID_PASSWORD: "wrong", PASSWORD_TOO_LONG: "wrong" },
      ),
  };
}

export type SignIn = ReturnType<typeof createSignIn>;

const BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** As authenticator apps take a key that is typed. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => BASE_32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}
