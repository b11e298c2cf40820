export type Checks = Record<
  "database" | "migrations" | "keys" | "pool" | "renderer" | "clock" | "draining",
  "pass" | "fail"
>;

export interface Health {
  /** How far this machine's clock was ahead of the database's when they were last compared. */
  aheadMs(): number;
  /** The last known result. It never waits. */
  known(): Promise<Checks>;
  /** A result of the last second, or of the last five if the database is slow. */
  recent(): Promise<Checks>;
}
