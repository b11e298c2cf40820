import { isThisMachine } from "../../packages/net/addresses";
import { propertyOf } from "../domain/narrow";
import { inTime } from "../domain/time";
import type { MailTransport, Message, Sent } from "./port";

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
      // Our own schedule repeats what was not accepted.
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
  const mostMs = 4 * timeoutMs;
  return {
    mostMs,
    send(message) {
      const sent = transport()
        .then((own) => own.sendMail(forNodemailer(message)))
        .then(
          (): Sent => ({ outcome: "taken" }),
          (error: unknown) => whatHappened(error),
        );
      return inTime(sent, mostMs, () => ({ outcome: "not_taken", code: "timeout" }));
    },
    check() {
      const verified = transport()
        .then((own) => own.verify())
        .then(
          () => null,
          (error: unknown) => codeOf(whatHappened(error)),
        );
      return inTime(verified, mostMs, () => "timeout");
    },
    async close() {
      (await opened)?.close();
    },
  };
}

const codeOf = (sent: Sent): string => ("code" in sent ? sent.code : sent.outcome);

/** Addresses go as objects, which nodemailer encodes and never parses. */
function forNodemailer({ messageId, replyTo, attachment, to, ...rest }: Message) {
  return {
    ...rest,
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: rest.from.name, address: replyTo } }),
    messageId: `<${messageId}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    envelope: { from: rest.from.address, to: [to] },
    ...(attachment && {
      attachments: [
        {
          filename: attachment.filename,
          contentType: attachment.type,
          content: Buffer.from(attachment.bytes),
        },
      ],
    }),
  };
}

/** Nodemailer's faults of the message itself, and not of the connection or the sign-in. */
const ABOUT_THE_MESSAGE = new Set(["EENVELOPE", "EMESSAGE"]);
const CODES: Record<string, string> = {
  ETIMEDOUT: "timeout",
  EAUTH: "sign_in",
  ENOAUTH: "sign_in",
  ETLS: "tls",
  EREQUIRETLS: "tls",
  EDNS: "name_not_found",
};

export function whatHappened(error: unknown): Sent {
  const [code, responseCode] = [String(propertyOf(error, "code")), propertyOf(error, "responseCode")];
  if (!ABOUT_THE_MESSAGE.has(code)) return { outcome: "not_taken", code: CODES[code] ?? "connection" };
  // Without an answer of the server it was nodemailer that refused the address.
  if (typeof responseCode !== "number" || responseCode === 0) return { outcome: "refused", code: "address" };
  // An operator can put a refused sender right.
  const isRefused = responseCode >= 500 && propertyOf(error, "command") !== "MAIL FROM";
  return { outcome: isRefused ? "refused" : "not_taken", code: `smtp_${responseCode}` };
}
