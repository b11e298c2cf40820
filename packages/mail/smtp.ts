import { isThisMachine } from "../net/addresses";
import type { MailTransport, Sent } from "./transport";

/** Mails under way at once, as mail servers admit few connections. */
export const CONNECTIONS = 5;

/**
 * Sends by a mail server, over connections that are kept for the next mail.
 * @param url `smtp://user:secret@host:587`; `smtps://` for TLS from the first byte
 * @param timeoutMs to connect, and to wait for each answer
 */
export function createSmtp({ url, timeoutMs }: { url: string; timeoutMs: number }): MailTransport {
  const at = new URL(url);
  const host = at.hostname.replace(/^\[|\]$/g, "");
  const secure = at.protocol === "smtps:";
  const user = decodeURIComponent(at.username);
  /** Loaded with the first mail: most processes of a platform of functions never send one. */
  const open = async () =>
    (await import("nodemailer")).createTransport({
      pool: true,
      maxConnections: CONNECTIONS,
      // The caller's own schedule repeats what was not accepted.
      maxRequeues: 0,
      host,
      port: at.port ? Number(at.port) : secure ? 465 : 587,
      secure,
      // A password never leaves this machine in the clear.
      requireTLS: user !== "" && !isThisMachine(host),
      ...(user !== "" && { auth: { user, pass: decodeURIComponent(at.password) } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let opened: ReturnType<typeof open> | undefined;
  const transport = () => {
    opened ??= open();
    return opened;
  };
  return {
    maxMs: 4 * timeoutMs,
    async send(message) {
      const envelope = { from: message.from.address, to: [message.to.address] };
      try {
        await (await transport()).sendMail({ ...message, envelope });
        return { outcome: "taken" };
      } catch (error) {
        return whatHappened(error);
      }
    },
    async check() {
      try {
        await (await transport()).verify();
        return null;
      } catch (error) {
        return whatHappened(error).code;
      }
    },
    async close() {
      (await opened)?.close();
    },
  };
}

/** Nodemailer's faults of the message itself, and not of the connection or the sign-in. */
const ABOUT_THE_MESSAGE = ["EENVELOPE", "EMESSAGE"];
const CODES: Record<string, string> = {
  ETIMEDOUT: "timeout",
  EAUTH: "sign_in",
  ENOAUTH: "sign_in",
  ETLS: "tls",
  EREQUIRETLS: "tls",
  EDNS: "name_not_found",
};

/** What nodemailer throws. */
interface Fault {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
}

export function whatHappened(error: unknown): Exclude<Sent, { outcome: "taken" }> {
  const { code, responseCode, command }: Fault = Object(error);
  if (!ABOUT_THE_MESSAGE.includes(String(code)))
    return { outcome: "not_taken", code: CODES[String(code)] ?? "connection" };
  // Without an answer of the server it was nodemailer that refused the address.
  if (typeof responseCode !== "number" || responseCode === 0) return { outcome: "refused", code: "address" };
  // An operator can put a refused sender right.
  const isRefused = responseCode >= 500 && command !== "MAIL FROM";
  return { outcome: isRefused ? "refused" : "not_taken", code: `smtp_${responseCode}` };
}
