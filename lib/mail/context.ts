import type { MailTransport } from "../../packages/mail/transport";
import type { CheckoutDeps } from "../checkout/context";

/** How students get mails. Without a transport they are kept, to be read in the sandbox. */
export interface Mail {
  /** The address of ours that mails come from. */
  from: string;
  transport: MailTransport | null;
}

export interface MailDeps extends Pick<CheckoutDeps, "db" | "vault" | "environment" | "baseUrl" | "log"> {
  /** Null where students get no mails. */
  mail: Mail | null;
}
