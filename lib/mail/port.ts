/** A mail as it goes out. Names and texts are as somebody typed them; the adapter encodes them. */
export interface Message {
  /** The same at each attempt, so that a mail that arrives twice is recognised. Without angle brackets. */
  messageId: string;
  from: { name: string; address: string };
  replyTo: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachment: Attachment | null;
}

export interface Attachment {
  filename: string;
  type: "application/pdf";
  bytes: Uint8Array;
}

/**
 * Accepted by the server, refused for good because of this mail, or not accepted for now (D-076). `code` says why without
 * quoting the server, whose answers contain addresses.
 */
export type Sent = { outcome: "taken" } | { outcome: "refused" | "not_taken"; code: string };

export interface MailTransport {
  /** Never throws. Ends within `mostMs`. */
  send(message: Message): Promise<Sent>;
  /** Connects and signs in, and sends nothing. Never throws. @returns null, or the code of what went wrong */
  check(): Promise<string | null>;
  /** Milliseconds that an attempt may take at most. */
  mostMs: number;
  close(): Promise<void>;
}

/** How students get mails. Without a transport they are kept, to be read in the sandbox. */
export interface Mail {
  /** The address of ours that mails come from. */
  from: string;
  transport: MailTransport | null;
}
