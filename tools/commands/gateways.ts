import { PROCESSOR_KINDS, type ProcessorKind } from "../../drizzle/vocabulary";
import { retireAccount } from "../../lib/db/account-rows";
import { type AccountRow, findAccounts } from "../../lib/db/gateway-accounts";
import { examineAccounts } from "../../lib/gateway/examine";
import { openSecret } from "../../lib/gateway/secrets";
import {
  type AccountFault,
  addAccount,
  externalFault,
  kindFault,
  modeOf,
  publishableFault,
  rotate,
  statementNameFault,
  takesFault,
  urlFault,
} from "../../lib/gateway/set-up";
import { isOneOf } from "../../packages/text/narrow";
import type { Deps } from "../../server/instance/deps";
import { Problem } from "../../server/program/problem.mjs";
import { PROVIDER, providerOf } from "../command-line/provider";
import { command, Found, type Row, rowOf, withoutDatabase } from "../command-line/run";
import { asService } from "../command-line/service";
import { environmentOfKeys, type Settings, vaultOfServers } from "../command-line/settings";
import { readSecrets } from "../command-line/stdin";
import { idIn, idOption } from "../command-line/values";
import { runFromTests } from "../gateways/from-tests";

const ACCOUNT = idOption(
  "gwa",
  "an account's id is gwa_ and 26 characters. `npm run gateways -- list` shows it.",
);

const vendorFault = (kind: string) =>
  kind === "stripe" || kind === "pinch" ? null : "write stripe or pinch.";

const portFault = (port: string) => (/^[1-9]\d{2,4}$/.test(port) ? null : "write a port such as 4010.");

const publishableKeyFault = (key: string, settings: Settings) =>
  publishableFault(key, environmentOfKeys(settings));

/** The secrets have no option: they come on standard input. */
const refused = ({ field, fault }: AccountFault) =>
  new Problem(`${field.endsWith("secret") ? `The ${field.replace("_", " ")}` : `--${field}`}: ${fault}`);

const add = command(
  {
    provider: PROVIDER,
    kind: { value: "KIND", required: true, fault: kindFault },
    "publishable-key": { value: "pk_…", required: true, fault: publishableKeyFault },
    url: { value: "URL", fault: urlFault },
    account: { value: "ID", fault: externalFault },
    takes: { value: "cards,debits", fault: takesFault },
    "statement-name": { value: "NAME", fault: statementNameFault },
    replace: { ...ACCOUNT, required: false },
  },
  (given, settings) => {
    const mode = modeOf(environmentOfKeys(settings));
    const vault = vaultOfServers(settings);
    return async (db) => {
      const { id, code } = await providerOf(db, given.provider);
      const account = {
        providerId: id,
        kind: kindOf(given.kind),
        mode,
        publishableKey: given["publishable-key"],
        url: given.url ?? null,
        externalAccount: given.account ?? null,
        takes: (given.takes ?? "cards").split(","),
        statementName: given["statement-name"] ?? null,
        replaces: given.replace === undefined ? undefined : idIn("gwa", given.replace),
      } as const;
      const made = await addAccount(db, vault, account, await readSecrets());
      if ("fault" in made && made.field !== "replace") throw refused(made);
      if ("fault" in made)
        throw new Problem(
          given.replace === undefined
            ? `--provider "${code}": it has an account for this already. To replace it, name it with --replace: \`npm run gateways -- list --provider ${code}\` shows it.`
            : `--replace "${given.replace}": ${code} has no account ${given.replace} in use, or it takes more than the new one (--takes). See \`npm run gateways -- list --provider ${code}\`.`,
        );
      return [accountRow(made)];
    };
  },
);

const list = command({ provider: PROVIDER }, (given) => async (db) => {
  const { id } = await providerOf(db, given.provider);
  return (await findAccounts(db, id)).map(accountRow);
});

const check = asService({ provider: PROVIDER }, async (deps, given) => {
  const lines = await examineAccounts(deps, await providerOf(deps.db, given.provider));
  const rows = lines.map((line) => ({ ...line }));
  const failed = lines.filter(({ result }) => result === "fail").map((line) => line.check);
  if (failed.length > 0) throw new Found(rows, `Failed: ${failed.join(", ")}.`);
  return rows;
});

const rotateSecrets = command(
  { provider: PROVIDER, account: ACCOUNT, "webhook-secret": {} },
  (given, settings) => {
    const vault = vaultOfServers(settings);
    return async (db) => {
      const { id: providerId } = await providerOf(db, given.provider);
      const [secret] = await readSecrets();
      const account = { providerId, id: idIn("gwa", given.account) };
      const done = await rotate(db, vault, account, secret, given["webhook-secret"]);
      if (done && "fault" in done) throw refused(done);
      return [accountRow(done ?? unknownAccount(given))];
    };
  },
);

const retire = command({ provider: PROVIDER, account: ACCOUNT }, (given) => async (db) => {
  const { id: providerId } = await providerOf(db, given.provider);
  const done = await retireAccount(db, { providerId, id: idIn("gwa", given.account) });
  return [accountRow(done ?? unknownAccount(given))];
});

const standIn = withoutDatabase(
  {
    kind: { value: "stripe|pinch", required: true, fault: vendorFault },
    port: { value: "PORT", fault: portFault },
  },
  async ({ kind, port = "4010" }) => {
    const code = await runFromTests(["e2e/stand-ins/main.ts", "--kind", kind, "--port", port]);
    if (code) throw new Problem("The stand-in did not start.");
    return [];
  },
);

/** Charges, refunds and debits in the vendor's test mode with the account's own secret. */
const rehearse = asService({ provider: PROVIDER }, async (deps, { provider }) => {
  const { id } = await providerOf(deps.db, provider);
  const active = (await findAccounts(deps.db, id)).filter(({ retiredAt }) => retiredAt === null);
  const vendors = active.filter(({ kind }) => kind === "stripe" || kind === "pinch");
  if (vendors.length === 0)
    throw new Problem(`--provider "${provider}": it has no account at Stripe or Pinch.`);
  for (const row of vendors) await rehearseAccount(deps, row);
  return [];
});

async function rehearseAccount({ settings, vault }: Deps, row: AccountRow) {
  if (row.mode !== "test")
    throw new Problem("A rehearsal takes money, and this is a live account. Rehearse with a test account.");
  const { STRIPE_API_BASE, PINCH_API_BASE, PINCH_AUTH_BASE } = settings;
  const { kind, publishableKey, externalAccount, secretSealed: bytes, secretKeyVersion: keyVersion } = row;
  const { takesCards, takesDebits } = row;
  const secret = openSecret(vault, row.id, { bytes, keyVersion });
  const api = kind === "stripe" ? STRIPE_API_BASE : PINCH_API_BASE;
  const takes = { takesCards, takesDebits };
  const account = { kind, publishableKey, externalAccount, secret, api, auth: PINCH_AUTH_BASE, ...takes };
  const code = await runFromTests(["e2e/rehearsal/main.ts"], { REHEARSED_ACCOUNT: JSON.stringify(account) });
  if (code !== 0) throw new Problem("The account does not keep every promise: see what differs above.");
}

function kindOf(text: string): ProcessorKind {
  if (!isOneOf(PROCESSOR_KINDS, text)) throw new RangeError("kindFault has let it through");
  return text;
}

/** The same for another provider's account, so that nobody learns whose it is. */
function unknownAccount({ provider, account }: { provider: string; account: string }): never {
  throw new Problem(
    `--account "${account}": ${provider} has no such account. See \`npm run gateways -- list --provider ${provider}\`.`,
  );
}

/** Without its secrets. */
const accountRow = (account: AccountRow): Row => ({
  ...rowOf(account, "id", "kind", "mode", "publishableKey", "externalAccount", "url"),
  takes: [...(account.takesCards ? ["cards"] : []), ...(account.takesDebits ? ["debits"] : [])],
  ...rowOf(account, "statementName", "createdAt", "retiredAt"),
  has_webhook_secret: account.webhookSecretSealed !== null,
});

export const GATEWAYS = {
  add,
  list,
  check,
  rotate: rotateSecrets,
  retire,
  rehearse,
  "stand-in": standIn,
};
