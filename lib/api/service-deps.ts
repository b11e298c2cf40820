import type { Untimed } from "../../packages/dates/time";
import type { CheckoutDeps } from "../checkout/context";
import type { Declines } from "../domain/declines";
import type { Meters } from "../domain/meters";
import type { DeliveryDeps } from "../events/context";
import type { RequestLog } from "../http/request-log";
import type { Mail, MailDeps } from "../mail/context";

/** What the service works with. `server/instance/deps.ts` chooses each part. */
export interface ServiceDeps extends Untimed<CheckoutDeps & DeliveryDeps & MailDeps> {
  settings: { readonly GATEWAY_PUBLISHABLE_KEY: string };
  meters: Meters;
  /** Null if this deployment sends no emails. */
  mail: Mail | null;
  /** Null if nothing is limited. */
  declines: Declines | null;
  /** Null in production. */
  requestLog: RequestLog | null;
  /** False until the keys were checked against the database. */
  keysAreChecked(): boolean;
}
