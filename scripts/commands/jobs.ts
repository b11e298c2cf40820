import { type AlertRow, listAlerts, resolveAlert } from "../../lib/db/alerts";
import { createDeps, type Deps } from "../../lib/deps";
import { isId } from "../../lib/domain/ids";
import { parseSettings } from "../../lib/env";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { checkKeys } from "../../lib/sealing/check-keys";
import { command, type Row } from "../lib/commands/run";
import { Problem } from "../lib/problem.mjs";

/** Background work by hand, and the alerts that it raises. Each line that it prints is one result as JSON. */

const alerts = command(
  { all: {} },
  ({ all }) =>
    async (db) =>
      (await listAlerts(db, { all })).map(rowOf),
);

const resolve = command(
  {
    alert: {
      value: "alt_…",
      required: true,
      fault: (text) =>
        isId("alt", text)
          ? null
          : "an alert's id is alt_ and 26 characters; `npm run jobs -- alerts` lists them.",
    },
  },
  ({ alert }) =>
    async (db) => {
      if (!isId("alt", alert)) throw new RangeError("The option's check has let it through");
      const row = await resolveAlert(db, alert, "operator", new Date());
      if (!row)
        throw new Problem(
          `--alert "${alert}": there is no such alert. See \`npm run jobs -- alerts --all\`.`,
        );
      return [rowOf(row)];
    },
);

const rowOf = (alert: AlertRow): Row => ({
  alert_id: alert.id,
  kind: alert.kind,
  reference: alert.reference,
  ...alert.details,
  first_seen_at: alert.firstSeenAt,
  last_seen_at: alert.lastSeenAt,
  resolved_at: alert.resolvedAt,
  resolved_by: alert.resolvedBy,
});

/** Work of the service itself: with the settings and the gateway of the deployment. */
const asService = (work: (deps: Deps) => Promise<Row>) =>
  command({}, (_, settings) => async () => {
    const deps = createDeps(parseSettings(settings), { serves: false });
    try {
      await checkKeys(deps);
      return [await work(deps)];
    } finally {
      await deps.close();
    }
  });

export const JOBS = {
  tick: asService(async (deps) => ({ ...(await tick(deps, deps.now())) })),
  reconcile: asService(async (deps) => ({ ...(await reconcile(deps, deps.now())) })),
  alerts,
  resolve,
};
