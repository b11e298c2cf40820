import { type Vault as AnyVault, createVault as createAnyVault } from "../../packages/vault/vault";

export { KeysNotChecked, type Sealed, Unreadable } from "../../packages/vault/vault";

export type Purpose =
  | "bank-details"
  | "bank-page"
  | "card-session"
  | "enrolment-link"
  | "gateway-secret"
  | "go-live"
  | "idempotency"
  | "probe"
  | "setup-form"
  | "setup-session"
  | "staff-sign-in"
  | "webhook-secret";

export type Vault = AnyVault<Purpose>;

export const createVault = createAnyVault<Purpose>;
