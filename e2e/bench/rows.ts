import type { Shot } from "./load";
import type { World } from "./world";

/** What a row is held against: the bare server's fixed text, or its replay of the row's SQL; Next's smallest page. */
export type Against = "fixed" | "replay" | "floor";

export interface Row {
  /** In JSON. */
  name: string;
  title: string;
  shot: Shot | (() => Shot);
  status: number;
  connections: number;
  against?: Against;
  /** So many requests a round, as each needs something prepared. */
  count?: { short: number; full: number };
}

type Shots = Row["shot"];
type More = Partial<Row>;

const ofApi = (name: string, title: string, shot: Shots, more: More = {}): Row => ({
  ...{ name, title, shot, status: 200, connections: 32 },
  ...more,
});
const ofPages = (name: string, title: string, shot: Shots, more: More = {}): Row =>
  ofApi(name, title, shot, { connections: 8, ...more });

/** Each kind of request that is measured, in the order of the table. */
export const rowsOf = (world: World): Row[] => [
  ofApi("environment", "Environment", world.environment, { against: "fixed" }),
  ofApi("create_plan", "Create a plan", world.createPlan, { status: 201, against: "replay" }),
  ofApi("create_pay_now", "Create Pay Now", world.createPayNow, { status: 201 }),
  ofApi("replay", "Create again, replayed", world.replay, { status: 201 }),
  ofApi("status", "Status", world.status, { against: "replay" }),
  ofApi("not_modified", "Status, not modified", world.notModified, { status: 304 }),
  ofApi("list", "List of 20", world.list),
  ofApi("confirm", "Confirm, with its PDF", world.confirm, { connections: 4, count: { short: 5, full: 20 } }),
  ofPages("hosted_page", "Hosted page", world.hostedPage, { against: "floor" }),
  ofPages("portal_page", "Portal page", world.portalPage, { against: "floor" }),
  ofPages("action", "Server action", world.action, { status: 303 }),
];
