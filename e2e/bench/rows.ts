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

const MANY = 32;

/** Each kind of request that is measured, in the order of the table. */
export const rowsOf = (world: World): Row[] => [
  {
    name: "environment",
    title: "Environment",
    shot: world.environment,
    status: 200,
    connections: MANY,
    against: "fixed",
  },
  {
    name: "create_plan",
    title: "Create a plan",
    shot: world.createPlan,
    status: 201,
    connections: MANY,
    against: "replay",
  },
  {
    name: "create_pay_now",
    title: "Create Pay Now",
    shot: world.createPayNow,
    status: 201,
    connections: MANY,
  },
  { name: "replay", title: "Create again, replayed", shot: world.replay, status: 201, connections: MANY },
  {
    name: "status",
    title: "Status",
    shot: world.status,
    status: 200,
    connections: MANY,
    against: "replay",
  },
  {
    name: "not_modified",
    title: "Status, not modified",
    shot: world.notModified,
    status: 304,
    connections: MANY,
  },
  { name: "list", title: "List of 20", shot: world.list, status: 200, connections: MANY },
  {
    name: "confirm",
    title: "Confirm, with its PDF",
    shot: world.confirm,
    status: 200,
    connections: 4,
    count: { short: 5, full: 20 },
  },
  {
    name: "hosted_page",
    title: "Hosted page",
    shot: world.hostedPage,
    status: 200,
    connections: 8,
    against: "floor",
  },
  {
    name: "portal_page",
    title: "Portal page",
    shot: world.portalPage,
    status: 200,
    connections: 8,
    against: "floor",
  },
  { name: "action", title: "Server action", shot: world.action, status: 303, connections: 8 },
];
