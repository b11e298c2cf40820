import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { CheckoutError } from "../../lib/domain/errors";
import { type Id, isId } from "../../lib/domain/ids";
import { isOneOf } from "../../lib/domain/narrow";
import { EVENT_TYPES } from "../../lib/domain/states";
import { clockFrom, HOUR_MS } from "../../lib/domain/time";
import { DELIVERY_STATUSES } from "../../lib/domain/webhooks";
import type { EventsDeps } from "../../lib/events/context";
import {
  createEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../../lib/events/endpoints";
import { listDeliveries } from "../../lib/events/list-deliveries";
import { replayEvents } from "../../lib/events/replay";
import { testEndpoint } from "../../lib/events/send-test";
import { checkKeys } from "../../server/keys/check-keys";
import { Problem } from "../../server/program/problem.mjs";
import { PROVIDER, providerOf } from "../command-line/provider";
import { command, type Row } from "../command-line/run";
import { baseUrlOfServers, environmentOfKeys, type Settings, vaultOfServers } from "../command-line/settings";
import { instantFault, overlapFault, spanOf } from "../command-line/times";
import { endpointIdFault, eventIdFault, pageFault, webhookUrlFault, wordFault } from "../command-line/values";

const ENDPOINT = { value: "whe_…", required: true, fault: endpointIdFault } as const;
const ONE = { provider: PROVIDER, endpoint: ENDPOINT } as const;
const TYPE = { value: "TYPE", fault: wordFault(EVENT_TYPES) } as const;
const DESCRIPTION = {
  value: "TEXT",
  fault: (text: string) => (text.length > 200 ? "it is longer than 200 characters." : null),
} as const;

const add = command(
  {
    provider: PROVIDER,
    url: { value: "https://…", required: true, fault: webhookUrlFault },
    "event-type": { ...TYPE, multiple: true },
    description: DESCRIPTION,
  },
  (given, settings) =>
    worked(given, settings, async (deps, id) => [
      await createEndpoint(deps, id, {
        url: new URL(given.url).href,
        description: given.description,
        event_types: typesOf(given["event-type"]),
      }),
    ]),
);

const list = command({ provider: PROVIDER }, (given, settings) =>
  worked(given, settings, async (deps, id) => (await listEndpoints(deps, id)).data),
);

const update = command(
  {
    ...ONE,
    url: { value: "https://…", fault: webhookUrlFault },
    "event-type": { ...TYPE, multiple: true },
    "every-type": {},
    description: DESCRIPTION,
  },
  (given, settings) => {
    const types = typesOf(given["event-type"]);
    if (given["every-type"] && types.length > 0)
      throw new Problem("--every-type and --event-type say two different things. Take one of them.");
    const changes = {
      url: given.url && new URL(given.url).href,
      description: given.description,
      ...((given["every-type"] || types.length > 0) && { event_types: types }),
    };
    return worked(given, settings, async (deps, id) => [
      await updateEndpoint(deps, id, given.endpoint, changes),
    ]);
  },
);

const switched = (enabled: boolean) =>
  command(ONE, (given, settings) =>
    worked(given, settings, async (deps, id) => [
      await updateEndpoint(deps, id, given.endpoint, { enabled }),
    ]),
  );

const remove = command(ONE, (given, settings) =>
  worked(given, settings, async (deps, id) => {
    await removeEndpoint(deps, id, given.endpoint);
    return [{ endpoint_id: given.endpoint, status: "removed" }];
  }),
);

const rotate = command({ ...ONE, overlap: { value: "24h", fault: overlapFault } }, (given, settings) => {
  const overlap_hours = spanOf(given.overlap ?? "24h") / HOUR_MS;
  return worked(given, settings, async (deps, id) => [
    await rotateSecret(deps, id, given.endpoint, { overlap_hours }),
  ]);
});

const deliveries = command(
  {
    ...ONE,
    status: { value: "STATUS", fault: wordFault(DELIVERY_STATUSES) },
    event: { value: "evt_…", fault: eventIdFault },
    limit: { value: "20", fault: pageFault },
  },
  (given, settings) => {
    const filter = {
      status: DELIVERY_STATUSES.find((one) => one === given.status),
      eventId: given.event !== undefined && isId("evt", given.event) ? given.event : undefined,
      limit: Number(given.limit ?? 20),
    };
    return worked(
      given,
      settings,
      async (deps, id) => (await listDeliveries(deps, id, given.endpoint, filter)).toJSON().data,
    );
  },
);

const replay = command(
  {
    ...ONE,
    event: { value: "evt_…", fault: eventIdFault },
    since: { value: "2026-11-21T00:00Z", fault: instantFault },
    until: { value: "2026-11-22T00:00Z", fault: instantFault },
  },
  (given, settings) => {
    const { event, since, until } = given;
    if ((event === undefined) === (since === undefined) || (event !== undefined && until !== undefined))
      throw new Problem("Say what to send again: either --event, or --since with or without --until.");
    const span = { since: new Date(since ?? 0), until: until === undefined ? null : new Date(until) };
    if (span.until && span.until <= span.since) throw new Problem("--until must come after --since.");
    const asked = event === undefined ? span : { eventId: event };
    return worked(given, settings, async (deps, id) => [await replayEvents(deps, id, given.endpoint, asked)]);
  },
);

const test = command({ ...ONE, "event-type": TYPE }, (given, settings) =>
  worked(given, settings, async (deps, id) => [
    await testEndpoint(
      deps,
      id,
      given.endpoint,
      EVENT_TYPES.find((one) => one === given["event-type"]),
    ),
  ]),
);

const typesOf = (given: readonly string[]) => [...new Set(given)].filter((one) => isOneOf(EVENT_TYPES, one));

/** Calls the API's own use cases, and turns their refusals into problems of the command line. */
function worked(
  { provider }: { provider: string },
  settings: Settings,
  work: (deps: EventsDeps, providerId: Id<"prv">) => Promise<Row[]>,
): (db: Db) => Promise<Row[]> {
  const deps = {
    vault: vaultOfServers(settings),
    environment: environmentOfKeys(settings),
    baseUrl: baseUrlOfServers(settings),
  };
  return async (db) => {
    const now = clockFrom(await databaseNow(db));
    await checkKeys({ ...deps, db });
    const { id } = await providerOf(db, provider);
    try {
      return await work({ ...deps, db, now }, id);
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error;
      throw new Problem(`${error.message} See \`npm run webhooks -- list --provider ${provider}\`.`);
    }
  };
}

const [enable, disable] = [switched(true), switched(false)];
export const WEBHOOKS = { add, list, update, rotate, enable, disable, remove, deliveries, replay, test };
