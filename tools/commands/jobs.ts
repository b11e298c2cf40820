import { declareNeverMade } from "../../lib/checkout/recover";
import { type AlertRow, listAlerts, resolveAlert } from "../../lib/db/alerts";
import { databaseNow } from "../../lib/db/clock";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import type { Timed } from "../../packages/dates/time";
import type { Deps } from "../../server/instance/deps";
import { checkKeys } from "../../server/keys/check-keys";
import { Problem } from "../../server/program/problem.mjs";
import type { Given, Options } from "../command-line/options";
import { command, type Row, rowOf } from "../command-line/run";
import { asService } from "../command-line/service";
import { idIn, idOption } from "../command-line/values";

const alerts = command(
  { all: {} },
  ({ all }) =>
    async (db) =>
      (await listAlerts(db, { all })).map(alertRow),
);

const resolve = command(
  { alert: idOption("alt", "an alert's id is alt_ and 26 characters. `npm run jobs -- alerts` lists them.") },
  ({ alert }) =>
    async (db) => {
      const row = await resolveAlert(db, idIn("alt", alert), "operator", await databaseNow(db));
      if (!row)
        throw new Problem(
          `--alert "${alert}": there is no such alert. See \`npm run jobs -- alerts --all\`.`,
        );
      return [alertRow(row)];
    },
);

const alertRow = (alert: AlertRow): Row => ({
  alert_id: alert.id,
  ...rowOf(alert, "kind", "reference"),
  ...alert.details,
  ...rowOf(alert, "firstSeenAt", "lastSeenAt", "resolvedAt", "resolvedBy"),
});

/** Only with keys that fit the database. */
const asWorker = <O extends Options>(
  options: O,
  work: (deps: Timed<Deps>, given: Given<O>) => Promise<Row>,
) =>
  asService(options, async (deps, given) => {
    await checkKeys(deps);
    return [await work(deps, given)];
  });

/** An operator has looked at the gateway and says that a charge was never made. */
const neverMade = asWorker(
  { charge: idOption("cat", "a charge's id is cat_…. It is the reference of its alert.") },
  async (deps, { charge }) => {
    const recorded = await declareNeverMade(deps, idIn("cat", charge));
    if (!recorded) throw new Problem(`--charge "${charge}": there is no open charge with this id.`);
    return { charge, recorded };
  },
);

async function compare(deps: Timed<Deps>): Promise<Row> {
  try {
    return { ...(await reconcile(deps, await databaseNow(deps.db))) };
  } catch (error) {
    if (!(error instanceof GatewayNotReached || error instanceof GatewayOutcomeUnknown)) throw error;
    throw new Problem(`The gateway did not list its charges: ${error.message}. Try again when it works.`);
  }
}

export const JOBS = {
  tick: asWorker({}, async (deps) => ({ ...(await tick(deps)) })),
  reconcile: asWorker({}, compare),
  "never-made": neverMade,
  alerts,
  resolve,
};
