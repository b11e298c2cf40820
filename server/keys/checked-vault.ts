import type { CheckoutDeps } from "../../lib/checkout/context";
import { KeysNotChecked, type Vault } from "../../lib/crypto/vault";
import { checkRole, RoleFault } from "../../lib/db/as-tenant";
import type { Untimed } from "../../packages/dates/time";
import { checkSessions, checkSettings, PoolerFault } from "../../packages/postgres-guard/index";
import { checkGateways, GatewayFault } from "../instance/check-gateways";
import { StartRefused } from "../settings/refusal";
import { checkKeys, KeyFault } from "./check-keys";

interface StartDeps extends Untimed<CheckoutDeps> {
  settings: { DATABASE_URL: string; DATABASE_PREPARE: "on" | "off" };
  keysAreChecked(): boolean;
  close(): Promise<void>;
}

const RETRY_MS = 1_000;

async function check(deps: StartDeps): Promise<void> {
  const { DATABASE_URL: url, DATABASE_PREPARE: prepare } = deps.settings;
  await checkSessions({ url, prepare: prepare === "on" });
  await checkSettings(deps.db);
  await checkRole(deps.db);
  await checkKeys(deps);
  await checkGateways(deps);
}

/** Whether the settings do not fit the database. Only a person can fix that. */
const isRefusal = (error: unknown): error is Error =>
  [KeyFault, RoleFault, GatewayFault, PoolerFault].some((fault) => error instanceof fault);

/**
 * Checks that keys and gateways are those that the database's rows need, that its user may work for one provider, and that
 * its pooler works with DATABASE_PREPARE. While the database does not answer, the start goes on and the check is repeated; until it
 * passes, the vault seals and opens nothing.
 * @throws StartRefused
 */
export async function withCheckedKeys<D extends StartDeps>(deps: D): Promise<D> {
  try {
    await check(deps);
    return deps;
  } catch (error) {
    if (isRefusal(error)) {
      await deps.close();
      throw new StartRefused([error.message]);
    }
    deps.log.warn({ error }, "The keys are not checked yet; nothing is encrypted or decrypted until then");
  }
  let isChecked = false;
  let told = "";
  let running: Promise<void> | null = null;
  async function checkAgain() {
    try {
      await check(deps);
      isChecked = true;
      clearInterval(timer);
      deps.log.info({}, "The keys are checked");
    } catch (error) {
      if (!isRefusal(error) || error.message === told) return;
      told = error.message;
      deps.log.error({ error }, "Nothing is encrypted or decrypted with these settings");
    }
  }
  const timer = setInterval(() => {
    // A check may take longer than the interval; `close` waits for one and not for a queue of them.
    running ??= checkAgain().finally(() => {
      running = null;
    });
  }, RETRY_MS);
  timer.unref();
  return {
    ...deps,
    vault: closedUntil(deps.vault, () => isChecked),
    keysAreChecked: () => isChecked,
    async close() {
      clearInterval(timer);
      await running;
      await deps.close();
    },
  };
}

function closedUntil(vault: Vault, isChecked: () => boolean): Vault {
  const checked = () => {
    if (!isChecked()) throw new KeysNotChecked();
    return vault;
  };
  return {
    keyVersion: vault.keyVersion,
    keyVersions: vault.keyVersions,
    seal: (...sealing) => checked().seal(...sealing),
    open: (...opening) => checked().open(...opening),
    derive: (...deriving) => checked().derive(...deriving),
  };
}
