import type { ProcessorKind } from "../../../drizzle/vocabulary";
import { present } from "../../../packages/text/narrow";
import { retireAccount } from "../../db/account-rows";
import { asTenant } from "../../db/as-tenant";
import { type AccountRow, findAccounts } from "../../db/gateway-accounts";
import type { Line } from "../../domain/checked";
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
import { changed } from "./change";

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

/** Asks each account for what cannot exist, so that nothing changes there. */
export async function checkAccounts(
  deps: Parameters<typeof examineAccounts>[0],
  caller: StaffCaller,
): Promise<Line[]> {
  demand(caller, "set_up");
  return examineAccounts(deps, caller.provider);
}

const viewOf = ({ id, kind, mode, publishableKey, externalAccount, statementName, ...row }: AccountRow) => ({
  ...{ id, kind, mode, publishableKey, externalAccount, statementName },
  takes: [...(row.takesCards ? ["cards"] : []), ...(row.takesDebits ? ["debits"] : [])],
  hasWebhookSecret: row.webhookSecretSealed !== null,
});

const accountAt = async ({ db }: Pick<SetUpDeps, "db">, { provider }: StaffCaller, id: string) =>
  (await findAccounts(db, provider.id)).find((account) => account.id === id) ?? null;

class Refused extends CheckoutError {
  constructor(readonly fault: AccountFault) {
    super("validation_failed", fault.fault);
  }
}

/** What the work refuses is recorded as refused, and returned by its field. */
async function accountChanged(
  deps: SetUpDeps,
  caller: StaffCaller,
  action: SetUpAction,
  about: { what: string; reason: string; before: AccountRow | null },
  work: () => Promise<AccountRow | AccountFault | null>,
): ReturnType<SetUpAction["act"]> {
  const before = about.before && viewOf(about.before);
  try {
    return await changed(deps, caller, action, { ...about, before }, async () => {
      const done = await work();
      if (done === null) throw new CheckoutError("not_found", "This account is gone.");
      if ("fault" in done) throw new Refused(done);
      return { after: viewOf(done), result: null };
    });
  } catch (error) {
    if (error instanceof Refused) return { errors: faultsOf({ [error.fault.field]: error.fault.fault }) };
    throw error;
  }
}

/** With the labels that the fields have, without those that are right. */
function faultsOf(faults: Partial<Record<AccountFault["field"] | keyof typeof LABELS, string | null>>) {
  const labels: Record<string, string> = LABELS;
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, fault]) =>
      fault ? [[field, `${labels[field]}: ${fault}`]] : [],
    ),
  );
}

const field = (name: keyof typeof LABELS, more: Partial<SetUpField> = {}): SetUpField => ({
  ...{ name, label: LABELS[name], type: "text" },
  ...more,
});
const SECRETS: Partial<Record<ProcessorKind, string>> = {
  stripe: "sk_… or rk_…, from API keys in the dashboard of Stripe",
  pinch: "The Application ID, a colon and the secret: app_…:sk_…",
};
const WEBHOOK_HINT = "whsec_…, from Webhooks at the processor";

const NONE = { value: "", label: "None" };
const optionOf = ({ id, name, takes }: Awaited<ReturnType<typeof readAccounts>>[number]) => ({
  value: id,
  label: `${name}, for ${takes.join(" and ")}: ${id}`,
});

const add: SetUpAction = {
  part: "accounts",
  key: "add",
  title: "Add a processor account",
  async open(deps, caller, id) {
    demand(caller, "set_up");
    if (id !== "new") return null;
    const inUse = (await readAccounts(deps, caller)).filter(({ retiredAt }) => retiredAt === null);
    return {
      about: null,
      says: [
        "New charges, and new plans where it takes debits, go to this account within three seconds.",
        "The secrets are encrypted. Nobody sees them again.",
      ],
      fields: [
        field("kind", {
          ...{ type: "choice", value: "stripe" },
          options: kindsIn(deps.environment).map((kind) => ({ value: kind, label: KINDS[kind] })),
        }),
        field("publishable_key", { hint: `pk_${modeOf(deps.environment)}_…`, isRequired: true }),
        field("secret", {
          ...{ type: "secret", isRequired: true },
          hint: `At Stripe: ${SECRETS.stripe}. At Pinch: ${SECRETS.pinch}`,
        }),
        field("webhook_secret", { type: "secret", hint: `${WEBHOOK_HINT}. You can add it later` }),
        field("account", {
          hint: "Only where the secret is a platform’s: acct_… at Stripe, mch_… at Pinch",
        }),
        field("takes", {
          ...{ type: "checks", isRequired: true, value: "cards" },
          options: [
            { value: "cards", label: "Cards" },
            { value: "debits", label: "Direct debits of payment plans" },
          ],
        }),
        field("statement_name", { hint: "What the processor shows for debits, if not your own name" }),
        ...(inUse.length > 0
          ? [field("replace", { type: "choice", options: [NONE, ...inUse.map(optionOf)] })]
          : []),
      ],
    };
  },
  async act(deps, caller, _, values, reason) {
    demand(caller, "set_up");
    const { environment } = deps;
    const { publishable_key: publishableKey = "", account = "", takes = "", replace = "" } = values;
    const { statement_name: statementName = "", secret = "", webhook_secret: webhookSecret = "" } = values;
    const kind = present(
      kindsIn(environment).find((one) => one === values.kind),
      "kind of the choice",
    );
    const errors = faultsOf({
      publishable_key: publishableFault(publishableKey, environment),
      account: account && externalFault(account),
      statement_name: statementName && statementNameFault(statementName),
      secret: secretFault(secret),
      webhook_secret: webhookSecret && secretFault(webhookSecret),
    });
    if (Object.keys(errors).length > 0) return { errors };
    const what = `${KINDS[kind]}, ${publishableKey}`;
    return accountChanged(deps, caller, add, { what, reason, before: null }, () =>
      addAccount(
        deps.db,
        deps.vault,
        {
          ...{ providerId: caller.provider.id, kind, mode: modeOf(environment), publishableKey, url: null },
          externalAccount: account || null,
          takes: takes.split("\n"),
          statementName: statementName || null,
          replaces: isId("gwa", replace) ? replace : undefined,
        },
        webhookSecret ? [secret, webhookSecret] : [secret],
      ),
    );
  },
};

const replacing = (key: string, title: string, isWebhook: boolean, says: readonly string[]): SetUpAction => ({
  part: "accounts",
  key,
  title,
  async open(deps, caller, id) {
    demand(caller, "set_up");
    const account = await accountAt(deps, caller, id);
    if (!account) return null;
    const hint = isWebhook ? WEBHOOK_HINT : SECRETS[account.kind];
    const asked = field(isWebhook ? "webhook_secret" : "secret", { type: "secret", isRequired: true, hint });
    return { about: nameOf(account), says, fields: [asked] };
  },
  async act(deps, caller, id, { secret = "", webhook_secret: webhookSecret = "" }, reason) {
    demand(caller, "set_up");
    const account = await accountAt(deps, caller, id);
    if (!account) throw new CheckoutError("not_found", "This account is gone.");
    const typed = isWebhook ? webhookSecret : secret;
    const fault = secretFault(typed);
    if (fault) return { errors: faultsOf({ [isWebhook ? "webhook_secret" : "secret"]: fault }) };
    return accountChanged(deps, caller, this, { what: account.id, reason, before: account }, () =>
      rotate(deps.db, deps.vault, account, typed, isWebhook),
    );
  },
});

const retire: SetUpAction = {
  part: "accounts",
  key: "retire",
  title: "Retire a processor account",
  async open(deps, caller, id) {
    demand(caller, "set_up");
    const account = await accountAt(deps, caller, id);
    if (!account) return null;
    if (account.retiredAt !== null) return { notice: "This account is retired already." };
    return {
      about: nameOf(account),
      says: [
        "No new charge goes there, and no new plan. If it takes cards, nobody can pay by card until another account does.",
        "Refunds and earlier plans go on there: keep the account open, and its secret valid.",
        "This cannot be undone, but you can add the account again.",
      ],
      fields: [],
    };
  },
  async act(deps, caller, id, _, reason) {
    demand(caller, "set_up");
    const account = await accountAt(deps, caller, id);
    if (!account) throw new CheckoutError("not_found", "This account is gone.");
    return accountChanged(deps, caller, retire, { what: account.id, reason, before: account }, () =>
      retireAccount(deps.db, account),
    );
  },
};

const nameOf = ({ kind, id }: AccountRow) => `${KINDS[kind]}, ${id}`;

export const ACCOUNT_ACTIONS = [
  add,
  replacing("secret", "Replace the secret", false, [
    "The service uses the new secret within three seconds, and never the former again.",
  ]),
  replacing("webhook-secret", "Replace the webhook secret", true, [
    "Events that the new secret signs are accepted. The former works too, until you replace it again.",
  ]),
  retire,
];
