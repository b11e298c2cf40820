/** A mail in nodemailer's terms. Names and texts are as somebody typed them: an address that is an object is never parsed. */
export interface Message {
  /** The same at each attempt, so that a mail that arrives twice is recognised. */
  messageId: string;
  from: Mailbox;
  replyTo: Mailbox | undefined;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
  attachments: Attachment[];
  headers: Record<string, string>;
}

interface Mailbox {
  name: string;
  address: string;
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/**
 * Accepted by the server, refused for good because of this mail, or not accepted for now. `code` says why without quoting
 * the server, whose answers contain addresses.
 */
export type Sent = { outcome: "taken" } | { outcome: "refused" | "not_taken"; code: string };

export interface MailTransport {
  /** Never throws. */
  send(message: Message): Promise<Sent>;
  /** Connects and signs in, and sends nothing. Never throws. @returns null, or the code of what went wrong */
  check(): Promise<string | null>;
  /** Milliseconds that an attempt may take at most. */
  maxMs: number;
  close(): Promise<void>;
}
