import type { CheckoutDeps } from "../checkout/context";
import { findAccountsInMode } from "../db/gateway-accounts";
import { fail, type Line, pass, wordsOf } from "../domain/checked";
import { type Id, newId } from "../domain/ids";
import type { CardAccount } from "./accounts";
import type { CardGateway } from "./port";
import { modeOf } from "./set-up";

/** Asks each of a provider's accounts for what cannot exist, so that nothing changes there. */
export async function examineAccounts(
  deps: Pick<CheckoutDeps, "db" | "environment" | "accounts" | "debits">,
  { id, code }: { id: Id<"prv">; code: string },
): Promise<Line[]> {
  const wrong = await ofOtherMode(deps, code);
  // None of the provider's accounts is asked while it has one of the other mode.
  const own = wrong.length > 0 ? [] : await deps.accounts.of(id);
  const asked = await Promise.all(own.map(({ gateway }) => examineGateway(deps, gateway)));
  const found = [...wrong, ...asked, ...withoutAccount(own)];
  const never = pass("cards", "the provider never had an account: the settings' gateway charges for it");
  const ofDebits = wrong.length > 0 ? [] : await examineDebits(deps, id);
  return [...(found.length > 0 ? found : [never]), ...ofDebits];
}

/** Accounts that this environment never asks: of one provider, or of all. A server does not start with one. */
export async function ofOtherMode(
  { db, environment }: Pick<CheckoutDeps, "db" | "environment">,
  provider?: string,
) {
  const mode = modeOf(environment) === "live" ? "test" : "live";
  const found = await findAccountsInMode(db, mode);
  return found
    .filter(({ code }) => provider === undefined || code === provider)
    .map(({ id, code }) => {
      const remedy = `Retire it: \`npm run gateways -- retire --provider ${code} --account ${id}\`.`;
      return fail(`gateway ${id}`, `it is a ${mode} account of ${code}, which is never asked here`, remedy);
    });
}

/** Providers whose accounts are all retired. */
export function withoutAccount(accounts: readonly CardAccount[]): Line[] {
  const charging = new Set(accounts.filter(({ isCurrent }) => isCurrent).map((one) => one.providerId));
  const waiting = accounts.map((one) => one.providerId).filter((id) => !charging.has(id));
  const remedy = "Add the account that charges from now on: `npm run gateways -- add`.";
  return [...new Set(waiting)].map((id) =>
    fail(`cards of ${id}`, "its account is retired, so no card is charged", remedy),
  );
}

/** Asks a gateway for a charge that cannot exist, so that nothing changes there. */
export async function examineGateway(
  deps: Pick<CheckoutDeps, "environment">,
  gateway: CardGateway,
): Promise<Line> {
  const check = `gateway ${gateway.id}`;
  const wanted = modeOf(deps.environment);
  const remedy = gateway.id.startsWith("gwa_")
    ? "Check the network, and the account's secret with the processor. Replace a wrong one: `npm run gateways -- rotate`."
    : "Check GATEWAY_URL, GATEWAY_SECRET and GATEWAY_EARLIER, and whether the gateway runs.";
  try {
    if ((await gateway.findCharge(newId("cat"))) !== null)
      return fail(
        check,
        "it knows a charge that was never made",
        "Another service responds there. Check GATEWAY_URL.",
      );
    if (gateway.mode !== wanted)
      return fail(check, `it is in ${gateway.mode} mode`, `Set the pk_${wanted}_ key of the gateway.`);
    if (!(await gateway.takesCharges(true)))
      return fail(check, "it takes no charges: it refuses the secret, or does not answer", remedy);
    return pass(check, `answers, in ${gateway.mode} mode`);
  } catch (error) {
    return fail(check, wordsOf(error), remedy);
  }
}

/** Asks whoever debits for a provider about a debit that cannot exist. Nothing where nobody does. */
async function examineDebits({ debits }: Pick<CheckoutDeps, "debits">, provider: Id<"prv">): Promise<Line[]> {
  const processor = await debits.of(provider);
  if (!processor) return [];
  const check = `debits ${processor.id}`;
  try {
    const asked = { key: newId("dbt"), authority: "none", reference: null };
    if ((await processor.find(asked, new Date())) !== null)
      return [fail(check, "it knows a debit that was never made", "Check whose account it is.")];
    return [pass(check, `answers, in ${processor.mode} mode`)];
  } catch (error) {
    return [fail(check, wordsOf(error), "Check the network, and the account's secret with the processor.")];
  }
}
