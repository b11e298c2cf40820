import { createHash } from "node:crypto";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

/** A mail as a server took it. */
export interface Received {
  to: string[];
  /** The session's own sender. */
  from: string;
  raw: string;
  mail: Email;
}

/** What a test makes of a mail: takes it, or refuses it with a code. */
export type Verdict = "take" | number | "hang" | "cut";

/** A real mail server on this machine, for one test. */
export async function openPostOffice(judge: (to: string) => Verdict = () => "take") {
  const taken: Received[] = [];
  const asked: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      const verdict = judge(address);
      if (typeof verdict === "number") done(refusal(verdict, address));
      else done();
    },
    onData(stream, session, done) {
      const verdict = judge(session.envelope.rcptTo[0]!.address);
      if (verdict === "hang") return void stream.resume();
      if (verdict === "cut") return void cut(server, stream);
      read(stream, session)
        .then((received) => taken.push(received))
        .then(() => done(), done);
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    /** Every recipient that was asked for, also of mails that were not taken. */
    asked,
    to: (address: string) => taken.filter((one) => one.to.includes(address)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function refusal(code: number, address: string): Error {
  return Object.assign(new Error(`no mailbox <${address}> here`), { responseCode: code });
}

function cut(server: SMTPServer, stream: SMTPServerDataStream): void {
  stream.resume();
  for (const connection of server.connections)
    (connection as { _socket: { destroy(): void } })._socket.destroy();
}

async function read(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const { mailFrom, rcptTo } = session.envelope;
  return {
    to: rcptTo.map(({ address }) => address),
    from: mailFrom ? mailFrom.address : "",
    raw: bytes.toString("latin1"),
    mail: await PostalMime.parse(bytes),
  };
}

export const headerOf = ({ mail }: Received, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value;

export const textOf = ({ mail }: Received) => mail.text!;

/** Hex SHA-256 of an attachment's bytes. */
export function hashOf({ mail }: Received, at = 0): string {
  const content = mail.attachments[at]!.content;
  return createHash("sha256")
    .update(typeof content === "string" ? content : Buffer.from(content as ArrayBuffer))
    .digest("hex");
}

export const MAIL_FROM = "enrolments@checkout.example";
