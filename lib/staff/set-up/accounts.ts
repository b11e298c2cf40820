import type { ProcessorKind } from "../../../drizzle/vocabulary";
import { present } from "../../../packages/text/narrow";
import { retireAccount } from "../../db/account-rows";
import { asTenant } from "../../db/as-tenant";
import { type AccountRow, findAccounts } from "../../db/gateway-accounts";
import type { Environment } from "../../domain/environment";
import { CheckoutError } from "../../domain/errors";
import { isId } from "../../domain/ids";
import { examineAccounts } from "../../gateway/examine";
import {
  type AccountFault,
  addAccount,
  externalFault,
  modeOf,
  publishableFault,
  rotate,
  secretFault,
  statementNameFault,
} from "../../gateway/set-up";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import type { SetUpAction, SetUpDeps, SetUpField } from "./action";
import { Refused } from "./faults";
import { choice, optionsOf, text } from "./fields";
import { changesOf } from "./make-action";

const KINDS: Record<ProcessorKind, string> = {
  stripe: "Stripe",
  pinch: "Pinch",
  sandbox: "The sandbox, without a processor",
  http: "Another gateway",
};

const LABELS = {
  kind: "Processor",
  publishable_key: "Publishable key",
  account: "Account to act for",
  takes: "What it takes",
  statement_name: "Name on bank statements",
  secret: "Secret",
  webhook_secret: "Webhook secret",
  replace: "Account that it replaces",
};

/** Without `http`: its address is the operator's to give, or an admin could point the service anywhere. */
const kindsIn = (environment: Environment) =>
  environment === "sandbox" ? (["stripe", "pinch", "sandbox"] as const) : (["stripe", "pinch"] as const);

/** With retired ones, newest first, and never a secret. */
export async function readAccounts({ db, baseUrl }: Pick<SetUpDeps, "db" | "baseUrl">, caller: StaffCaller) {
  demand(caller, "set_up");
  const rows = await asTenant(db, caller.provider.id, (tx) => findAccounts(tx, caller.provider.id));
  return rows.map((row) => ({
    ...viewOf(row),
    name: KINDS[row.kind],
    retiredAt: row.retiredAt,
    createdAt: row.createdAt,
    eventsUrl: new URL(`/api/gateways/${row.id}/events`, baseUrl).href,
  }));
}

const viewOf = ({ id, kind, mode, publishableKey, externalAccount, statementName, ...row }: AccountRow) => ({
  ...{ id, kind, mode, publishableKey, externalAccount, statementName },
  takes: [...(row.takesCards ? ["cards"] : []), ...(row.takesDebits ? ["debits"] : [])],
  hasWebhookSecret: row.webhookSecretSealed !== null,
});

const accountAt = async ({ db }: Pick<SetUpDeps, "db">, { provider }: StaffCaller, id: string) =>
  (await findAccounts(db, provider.id)).find((account) => account.id === id) ?? null;

/** @throws what the work refuses, by its field */
async function outcomeOf(work: Promise<AccountRow | AccountFault | null>) {
  const done = await work;
  if (done === null) throw new CheckoutError("not_found", "This account is gone.");
  if ("fault" in done) throw new Refused(errorsOf({ [done.field]: done.fault }));
  return { after: viewOf(done) };
}

/** With the labels that the fields have, without those that are right. */
function errorsOf(faults: Readonly<Record<string, string | null>>) {
  const labels: Record<string, string> = LABELS;
  const wrong = Object.entries(faults).filter(([, fault]) => fault);
  return Object.fromEntries(wrong.map(([field, fault]) => [field, `${labels[field]}: ${fault}`]));
}

const field = (name: keyof typeof LABELS, more: Partial<SetUpField> = {}) => text(name, LABELS[name], more);
const SECRETS: Partial<Record<ProcessorKind, string>> = {
  stripe: "sk_… or rk_…, from API keys in the dashboard of Stripe",
  pinch: "The Application ID, a colon and the secret: app_…:sk_…",
};
const WEBHOOK_HINT = "whsec_…, from Webhooks at the processor";

const optionOf = ({ id, name, takes }: Awaited<ReturnType<typeof readAccounts>>[number]) =>
  [id, `${name}, for ${takes.join(" and ")}: ${id}`] as const;

const add: SetUpAction = {
  part: "accounts",
  key: "add",
  title: "Add a processor account",
  isNew: true,
  async open(deps, caller) {
    const { environment } = deps;
    const kinds = kindsIn(environment);
    const inUse = (await readAccounts(deps, caller)).filter(({ retiredAt }) => retiredAt === null);
    const kindOf = (chosen?: string) =>
      present(
        kinds.find((one) => one === chosen),
        "kind of the choice",
      );
    return {
      what: ({ kind, publishable_key }) => `${KINDS[kindOf(kind)]}, ${publishable_key}`,
      says: [
        "New charges, and new plans where it takes debits, go to this account within three seconds.",
        "The secrets are encrypted. Nobody sees them again.",
      ],
      fields: [
        choice(
          "kind",
          LABELS.kind,
          kinds.map((kind) => [kind, KINDS[kind]] as const),
          "stripe",
        ),
        field("publishable_key", { hint: `pk_${modeOf(environment)}_…`, isRequired: true }),
        field("secret", {
          ...{ type: "secret", isRequired: true },
          hint: `At Stripe: ${SECRETS.stripe}. At Pinch: ${SECRETS.pinch}`,
        }),
        field("webhook_secret", { type: "secret", hint: `${WEBHOOK_HINT}. You can add it later` }),
        field("account", { hint: "Only where the secret is a platform’s: acct_… at Stripe, mch_… at Pinch" }),
        field("takes", {
          ...{ type: "checks", isRequired: true, value: "cards" },
          options: optionsOf([
            ["cards", "Cards"],
            ["debits", "Direct debits of payment plans"],
          ]),
        }),
        field("statement_name", { hint: "What the processor shows for debits, if not your own name" }),
        ...(inUse.length > 0
          ? [choice("replace", LABELS.replace, [["", "None"], ...inUse.map(optionOf)])]
          : []),
      ],
      read(values) {
        const { publishable_key: publishableKey = "", account = "", takes = "", replace = "" } = values;
        const {
          statement_name: statementName = "",
          secret = "",
          webhook_secret: webhookSecret = "",
        } = values;
        const errors = errorsOf({
          publishable_key: publishableFault(publishableKey, environment),
          account: account && externalFault(account),
          statement_name: statementName && statementNameFault(statementName),
          secret: secretFault(secret),
          webhook_secret: webhookSecret && secretFault(webhookSecret),
        });
        if (Object.keys(errors).length > 0) return { errors };
        const asked = {
          ...{ providerId: caller.provider.id, mode: modeOf(environment), publishableKey, url: null },
          kind: kindOf(values.kind),
          externalAccount: account || null,
          takes: takes.split("\n"),
          statementName: statementName || null,
          replaces: isId("gwa", replace) ? replace : undefined,
        };
        return () =>
          outcomeOf(
            addAccount(deps.db, deps.vault, asked, webhookSecret ? [secret, webhookSecret] : [secret]),
          );
      },
    };
  },
};

const check: SetUpAction = {
  part: "accounts",
  key: "check",
  title: "Check the accounts",
  isNew: true,
  open: (deps, { provider }) => ({
    what: provider.code,
    says: [
      "Each account is asked for what cannot exist, so that nothing changes there.",
      "The next page shows what was found.",
    ],
    read: () => async () => {
      const lines = await examineAccounts(deps, provider);
      return {
        after: Object.fromEntries(lines.map((line) => [line.check, `${line.result}, ${line.found}`])),
      };
    },
  }),
};

const onAccount = changesOf("accounts", accountAt, (row) => ({
  about: `${KINDS[row.kind]}, ${row.id}`,
  what: row.id,
  before: viewOf(row),
}));

const replacing = (name: "secret" | "webhook_secret", key: string, title: string, says: string) =>
  onAccount(key, title, (account, { db, vault }) => {
    const isWebhook = name === "webhook_secret";
    const hint = isWebhook ? WEBHOOK_HINT : SECRETS[account.kind];
    return {
      says: [says],
      fields: [field(name, { type: "secret", isRequired: true, hint })],
      read({ [name]: typed = "" }) {
        const fault = secretFault(typed);
        if (fault) return { errors: errorsOf({ [name]: fault }) };
        return () => outcomeOf(rotate(db, vault, account, typed, isWebhook));
      },
    };
  });

const retire = onAccount("retire", "Retire a processor account", (account, { db }) =>
  account.retiredAt !== null
    ? { notice: "This account is retired already." }
    : {
        says: [
          "No new charge goes there, and no new plan. If it takes cards, nobody can pay by card until another account does.",
          "Refunds and earlier plans go on there: keep the account open, and its secret valid.",
          "This cannot be undone, but you can add the account again.",
        ],
        read: () => () => outcomeOf(retireAccount(db, account)),
      },
);

export const ACCOUNT_ACTIONS = [
  add,
  check,
  replacing(
    "secret",
    "secret",
    "Replace the secret",
    "The service uses the new secret within three seconds, and never the former again.",
  ),
  replacing(
    "webhook_secret",
    "webhook-secret",
    "Replace the webhook secret",
    "Events that the new secret signs are accepted. The former works too, until you replace it again.",
  ),
  retire,
];
