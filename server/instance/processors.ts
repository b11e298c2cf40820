import { tellUnreadable } from "../../lib/crypto/unreadable";
import { Unreadable, type Vault } from "../../lib/crypto/vault";
import { type Db, openDatabase } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import { type AccountRow, findAccounts } from "../../lib/db/gateway-accounts";
import type { Id } from "../../lib/domain/ids";
import type { Log } from "../../lib/domain/log";
import type { CardAccount, CardAccounts } from "../../lib/gateway/accounts";
import type { DebitAccounts, DebitProcessor } from "../../lib/gateway/debit-port";
import { type CardGateway, GatewayNotReached, type SandboxExtras } from "../../lib/gateway/port";
import { openSecret } from "../../lib/gateway/secrets";
import { keptFor } from "../../packages/dates/kept";
import { createPinchDebits } from "../../packages/pinch/debits";
import { createPinchGateway } from "../../packages/pinch/gateway";
import { createSandboxDebits } from "../../packages/sandbox-gateway/debits";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { createHttpExtras, createHttpGateway } from "../../packages/sandbox-gateway/http-client";
import { createStripeDebits } from "../../packages/stripe/debits";
import { createStripeGateway } from "../../packages/stripe/gateway";
import { present } from "../../packages/text/narrow";
import { meteredDebits, meteredGateway } from "../metrics/metered";
import type { OwnMeters } from "../metrics/meters";
import type { Env } from "../settings/env";
import type { GatewaySetting } from "../settings/gateways";
import { debitsWithTimeout, withTimeout } from "./around";

interface Chosen {
  gateway: CardGateway;
  extras: SandboxExtras | null;
}

/** What opens the accounts' secrets. */
interface Keeper {
  db: Db;
  vault: Vault;
  log: Log;
}

type OfSandbox = Chosen & { extras: SandboxExtras };

/** As long as a statement may take. */
const CHARGE_LOCK_MS = 15_000;
const FRESH_MS = 3_000;
const MAX_PROVIDERS = 5_000;

/** Connections of the sandbox gateway within a process, beside the service's own: five, or DATABASE_POOL_SIZE if fewer. */
export const sandboxPoolOf = ({ DATABASE_POOL_SIZE }: Pick<Env, "DATABASE_POOL_SIZE">) =>
  Math.min(5, DATABASE_POOL_SIZE);

/** Adapters to the gateways of the settings, and to the providers' own accounts. */
export function openProcessors(settings: Env, meters: OwnMeters) {
  const mode = settings.ENVIRONMENT === "production" ? "live" : "test";
  const timeoutMs = settings.GATEWAY_TIMEOUT_MS;
  const metered = (gateway: CardGateway) => meteredGateway(withTimeout(gateway, timeoutMs), meters);
  const standIns: Partial<Record<AccountRow["kind"], URL>> = {
    ...(settings.STRIPE_API_BASE && { stripe: new URL(settings.STRIPE_API_BASE) }),
    ...(settings.PINCH_API_BASE && { pinch: new URL(settings.PINCH_API_BASE) }),
  };
  const { PINCH_AUTH_BASE: pinchAuth } = settings;
  const pinchBases =
    standIns.pinch && pinchAuth !== undefined ? { api: standIns.pinch, auth: new URL(pinchAuth) } : undefined;
  let opened: ReturnType<typeof openDatabase> | null = null;
  // Cards and debits ask for the same rows.
  const rowsOf = keptFor(FRESH_MS, MAX_PROVIDERS, (providerId: Id<"prv">, db: Db) =>
    findAccounts(db, providerId),
  );

  /** Opened once, and only where something is a sandbox's. */
  function sandboxDatabase(): Db {
    opened ??= openDatabase({
      url: settings.SANDBOX_GATEWAY_DATABASE_URL ?? settings.DATABASE_URL,
      poolSize: sandboxPoolOf(settings),
      prepare: settings.DATABASE_PREPARE === "on",
      limitMs: settings.TEST_LIMIT_MS,
      name: "sandbox-gateway",
      // The second of two equal charges waits for the first.
      lockMs: settings.TEST_LIMIT_MS ?? CHARGE_LOCK_MS,
    });
    return opened.db;
  }

  function sandbox(id: string, account?: string): OfSandbox {
    const extras = createSandboxGateway(sandboxDatabase(), { account });
    return { gateway: { ...metered(extras), id }, extras };
  }

  function overHttp(about: Pick<CardGateway, "id" | "mode">, url: string, secret: () => string | undefined) {
    const address = { url, secret, timeoutMs };
    return {
      gateway: metered(createHttpGateway({ ...about, ...address })),
      extras: createHttpExtras(address),
    };
  }

  function ofAccount(row: AccountRow, keeper: Keeper): Chosen {
    const { id, kind, mode, externalAccount } = row;
    const secret = secretOf(row, keeper);
    const account = { id, mode, secret, externalAccount, timeoutMs };
    switch (kind) {
      case "sandbox":
        return sandbox(id, id);
      case "http":
        return overHttp(account, present(row.url, "address"), secret);
      case "stripe":
        return {
          gateway: metered(createStripeGateway({ ...account, baseUrl: standIns.stripe })),
          extras: null,
        };
      case "pinch":
        return { gateway: metered(createPinchGateway({ ...account, bases: pinchBases })), extras: null };
      default:
        return kind satisfies never;
    }
  }

  /** Null for a kind that takes no debits. */
  function debitsOf(row: AccountRow, keeper: Keeper): DebitProcessor | null {
    const { id, mode, externalAccount } = row;
    const account = { id, mode, secret: secretOf(row, keeper), externalAccount, timeoutMs };
    switch (row.kind) {
      case "sandbox":
        return createSandboxDebits(sandboxDatabase(), { id, account: id });
      case "pinch":
        return createPinchDebits({ ...account, bases: pinchBases });
      case "stripe":
        return createStripeDebits({ ...account, baseUrl: standIns.stripe });
      case "http":
        return null;
      default:
        return row.kind satisfies never;
    }
  }

  const secretOf =
    (row: AccountRow, { vault, ...deps }: Keeper) =>
    () => {
      try {
        return openSecret(vault, row.id, { bytes: row.secretSealed, keyVersion: row.secretKeyVersion });
      } catch (error) {
        const place = { what: "processor secrets", providerId: row.providerId, of: row.id } as const;
        if (error instanceof Unreadable)
          // The call, which is not sent, does not wait for it.
          databaseNow(deps.db)
            .then((now) => tellUnreadable(deps, place, now, error))
            .catch((fault) => deps.log.warn({ error: fault }, "An account's secret does not open"));
        throw error;
      }
    };

  return {
    configured({ id, url, secret }: GatewaySetting): OfSandbox {
      if (url === null) return sandbox(id);
      const mode = settings.GATEWAY_PUBLISHABLE_KEY.startsWith("pk_live_") ? "live" : "test";
      return overHttp({ id, mode }, url, () => secret);
    },
    /** An adapter is kept until its row changes, because it remembers whether its secret was refused. */
    accounts(keeper: Keeper): CardAccounts {
      const adapterOf = keptByRow((row) => ofAccount(row, keeper));
      function accountOf(row: AccountRow): CardAccount {
        const { providerId, kind, publishableKey, externalAccount, createdAt } = row;
        const { gateway, extras } = adapterOf(row);
        return {
          ...{ providerId, kind, publishableKey, externalAccount, createdAt, gateway },
          extras: settings.ENVIRONMENT === "sandbox" ? extras : null,
          standIn: standIns[kind] ?? null,
          isCurrent: row.retiredAt === null,
        };
      }
      /** Without those of the other mode: a copy of production's database must not reach live accounts. */
      async function read(providerId?: Id<"prv">) {
        const found = await (providerId ? rowsOf(providerId, keeper.db) : findAccounts(keeper.db));
        const rows = found.filter((row) => row.takesCards);
        const ours = rows.filter((row) => row.mode === mode);
        const hasOther = rows.some((row) => row.mode !== mode && row.retiredAt === null);
        // In a copy of a sandbox's database they are retired. The gateway of the settings is somebody else's account.
        const hasOnlyTests = mode === "live" && rows.length > 0 && ours.length === 0;
        if (providerId && (hasOther || hasOnlyTests))
          throw new GatewayNotReached("The provider's account is not of this environment's mode");
        return ours.map(accountOf);
      }
      return { of: read, all: () => read() };
    },
    debits(keeper: Keeper): DebitAccounts {
      const adapterOf = keptByRow((row) => {
        const processor = debitsOf(row, keeper);
        return processor && meteredDebits(debitsWithTimeout(processor, timeoutMs), meters);
      });
      const ownOf = async (providerId: Id<"prv">) =>
        (await rowsOf(providerId, keeper.db)).filter((row) => row.mode === mode);
      return {
        async of(providerId) {
          const row = (await ownOf(providerId)).find((one) => one.takesDebits && one.retiredAt === null);
          const processor = row ? adapterOf(row) : null;
          return processor && { ...processor, statementName: row?.statementName ?? null };
        },
        async byId(providerId, gatewayId) {
          const row = (await ownOf(providerId)).find(({ id }) => id === gatewayId);
          return row ? adapterOf(row) : null;
        },
      };
    },
    close: async () => opened?.close(),
  };
}

/** Made once for each account, and again when its row changes. */
function keptByRow<T>(make: (row: AccountRow) => T): (row: AccountRow) => T {
  const kept = new Map<string, { updatedAt: Date; made: T }>();
  return (row) => {
    const known = kept.get(row.id);
    if (known?.updatedAt.getTime() === row.updatedAt.getTime()) return known.made;
    const made = make(row);
    kept.set(row.id, { updatedAt: row.updatedAt, made });
    return made;
  };
}
