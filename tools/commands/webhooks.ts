import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { CheckoutError } from "../../lib/domain/errors";
import { type Id, isId } from "../../lib/domain/ids";
import { EVENT_TYPES } from "../../lib/domain/states";
import { DELIVERY_STATUSES } from "../../lib/domain/webhooks";
import type { EventsDeps } from "../../lib/events/context";
import { listEndpoints, updateEndpoint } from "../../lib/events/endpoints";
import { listDeliveries } from "../../lib/events/list-deliveries";
import { replayEvents } from "../../lib/events/replay";
import { testEndpoint } from "../../lib/events/send-test";
import { clockFrom } from "../../packages/dates/time";
import { checkKeys } from "../../server/keys/check-keys";
import { Problem } from "../../server/program/problem.mjs";
import type { Given, Options } from "../command-line/options";
import { PROVIDER, providerOf } from "../command-line/provider";
import { command, type Row } from "../command-line/run";
import { baseUrlOfServers, environmentOfKeys, vaultOfServers } from "../command-line/settings";
import { instantFault } from "../command-line/times";
import { endpointIdFault, eventIdFault, pageFault, wordFault } from "../command-line/values";

const ENDPOINT = { value: "whe_…", required: true, fault: endpointIdFault } as const;
const ONE = { provider: PROVIDER, endpoint: ENDPOINT } as const;
const EVENT = { value: "evt_…", fault: eventIdFault } as const;

/** Calls the API's own use cases, and turns their refusals into problems of the command line. */
const worked = <O extends Options & { provider: typeof PROVIDER }>(
  options: O,
  work: (deps: EventsDeps, providerId: Id<"prv">, given: Given<O>) => Promise<Row[]>,
) =>
  command(options, (given, settings) => {
    const own = {
      vault: vaultOfServers(settings),
      environment: environmentOfKeys(settings),
      baseUrl: baseUrlOfServers(settings),
    };
    const provider = String(given.provider);
    return async (db: Db) => {
      const deps = { ...own, db, now: clockFrom(await databaseNow(db)) };
      await checkKeys(deps);
      const { id } = await providerOf(db, provider);
      try {
        return await work(deps, id, given);
      } catch (error) {
        if (!(error instanceof CheckoutError)) throw error;
        throw new Problem(`${error.message} See \`npm run webhooks -- list --provider ${provider}\`.`);
      }
    };
  });

const list = worked({ provider: PROVIDER }, async (deps, id) => (await listEndpoints(deps, id)).data);

const switched = (enabled: boolean) =>
  worked(ONE, async (deps, id, { endpoint }) => [await updateEndpoint(deps, id, endpoint, { enabled })]);

const deliveries = worked(
  {
    ...ONE,
    status: { value: "STATUS", fault: wordFault(DELIVERY_STATUSES) },
    event: EVENT,
    limit: { value: "20", fault: pageFault },
  },
  async (deps, id, { endpoint, status, event, limit }) => {
    const filter = {
      status: DELIVERY_STATUSES.find((one) => one === status),
      eventId: event !== undefined && isId("evt", event) ? event : undefined,
      limit: Number(limit ?? 20),
    };
    return (await listDeliveries(deps, id, endpoint, filter)).toJSON().data;
  },
);

const replay = worked(
  {
    ...ONE,
    event: EVENT,
    since: { value: "2026-11-21T00:00Z", fault: instantFault },
    until: { value: "2026-11-22T00:00Z", fault: instantFault },
  },
  async (deps, id, { endpoint, event, since, until }) => {
    if ((event === undefined) === (since === undefined) || (event !== undefined && until !== undefined))
      throw new Problem("Say what to send again: either --event, or --since with or without --until.");
    const span = { since: new Date(since ?? 0), until: until === undefined ? null : new Date(until) };
    if (span.until && span.until <= span.since) throw new Problem("--until must come after --since.");
    return [await replayEvents(deps, id, endpoint, event === undefined ? span : { eventId: event })];
  },
);

const test = worked(
  { ...ONE, "event-type": { value: "TYPE", fault: wordFault(EVENT_TYPES) } },
  async (deps, id, { endpoint, "event-type": type }) => [
    await testEndpoint(
      deps,
      id,
      endpoint,
      EVENT_TYPES.find((one) => one === type),
    ),
  ],
);

const [enable, disable] = [switched(true), switched(false)];
export const WEBHOOKS = { list, enable, disable, deliveries, replay, test };
