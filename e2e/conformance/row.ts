import type { Scope } from "../../lib/domain/scopes";
import type { CheckoutStatus } from "../../lib/domain/states";
import type { Api } from "../support/api";
import type { Body } from "../support/bodies";
import type { TestProvider } from "../support/provider";
import type { Scene } from "../support/scenes";

export interface Setting {
  provider: TestProvider;
  client: Api;
}

export type Outcome = number | [status: number, code: string];

/** What these tests know of an operation; everything else they read in the published document. */
export interface Row {
  key: "needed" | "optional" | "not looked at";
  /** The scope that a key needs. Contract section 3. */
  scope?: Scope;
  /** The state of a checkout on which it succeeds; none where it is about no checkout. */
  on?: CheckoutStatus;
  /** What else its path names, as a test finds it made. */
  subject?(setting: Setting): Promise<Scene>;
  /** What it says of one that does not exist. */
  unknown?: string;
  success: number;
  /** The body that succeeds. */
  body?(setting: Setting, scene: Scene | undefined): Body | Promise<Body>;
  /** What it says about a checkout, or an order that has one, in each state. Contract sections 4 to 7. */
  in?: Record<CheckoutStatus, Outcome>;
}
