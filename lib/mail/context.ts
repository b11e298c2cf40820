import type { MailTransport } from "../../packages/mail/transport";
import type { CheckoutDeps } from "../checkout/context";

/** How students get emails. Without a transport they are kept for reading in the sandbox. */
export interface Mail {
  /** Our address in `From`. */
  from: string;
  transport: MailTransport | null;
}

export interface MailDeps extends Pick<CheckoutDeps, "db" | "vault" | "environment" | "baseUrl" | "log"> {
  /** Null if students get no emails. */
  mail: Mail | null;
}
