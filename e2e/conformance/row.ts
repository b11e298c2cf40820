import type { Scope } from "../../drizzle/vocabulary";
import type { CheckoutStatus } from "../../lib/domain/states";
import type { Caller } from "../support/api";
import type { Body } from "../support/bodies";
import type { Scene } from "../support/scenes";

export type Setting = Caller;

export type Outcome = number | [status: number, code: string];

/** What does not follow from an operation's row in `lib/api`, but from the contract alone. */
export interface Case {
  /** The state of a checkout on which it succeeds, where that is not the first. */
  on?: CheckoutStatus;
  /** What it says about a checkout, or an order that has one, in each state. Contract sections 4 to 7. */
  in?: Record<CheckoutStatus, Outcome>;
  /** A body that succeeds, where the first example of the row does not. */
  body?(setting: Setting, scene: Scene | undefined): Body | Promise<Body>;
}

/** What these tests know of an operation; everything else they read in the published document. */
export interface Row extends Case {
  key: "needed" | "optional" | "not looked at";
  scope?: Scope;
  success: number;
  /** What its path names, where that is no checkout. */
  subject?(setting: Setting): Promise<Scene>;
  /** What it says of one that does not exist. */
  unknown?: string;
}
