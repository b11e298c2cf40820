/** A mail as it goes out. Names and texts are as somebody typed them; the adapter encodes them. */
export interface Message {
  /** Stable over attempts: who gets it twice can tell. Without angle brackets. */
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
 * What became of an attempt: taken by the server; refused for good, because of this mail; or not taken for now. `code`
 * says why and quotes nothing that a server said.
 */
export type Sent = { outcome: "taken" } | { outcome: "refused" | "not_taken"; code: string };

/** A server that takes mails for others. */
export interface MailTransport {
  /** Never throws. Ends within `mostMs`. */
  send(message: Message): Promise<Sent>;
  /** Milliseconds that an attempt may take at most. */
  mostMs: number;
  close(): Promise<void>;
}

/** How students are written to. Without a transport their mails are kept, to be read in the sandbox. */
export interface Mail {
  /** The address of ours that mails come from. */
  from: string;
  transport: MailTransport | null;
}
