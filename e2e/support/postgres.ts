import { startPostgres } from "../../scripts/lib/postgres.mjs";

/** The tests' own cluster, which gives up durability for speed. */
export const startTestPostgres = () =>
  startPostgres({
    name: "test-postgres",
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: 200 },
  });
