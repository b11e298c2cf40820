import { withAllAccounts } from "../../lib/checkout/gateways";
import { findAccountsInMode } from "../../lib/db/gateway-accounts";
import { type Id, newId } from "../../lib/domain/ids";
import type { CardAccount } from "../../lib/gateway/accounts";
import type { CardGateway } from "../../lib/gateway/port";
import type { Deps } from "../../server/instance/deps";
import { fail, type Line, pass, warn, wordsOf } from "./report";

/** The gateways and the mail server: asked for what cannot exist, so that nothing changes there. */
export async function examineNeighbours(deps: Deps): Promise<Line[]> {
  const all = await withAllAccounts(deps);
  const gateways = [all.gateway, ...all.earlierGateways.values()];
  const asked = await Promise.all([...gateways.map((one) => examineGateway(deps, one)), mailOf(deps)]);
  return [...asked, ...(await ofOtherMode(deps)), ...withoutAccount(await deps.accounts.all())];
}

/** Accounts that this environment never asks: of one provider, or of all. A server does not start with one. */
export async function ofOtherMode({ db, environment }: Pick<Deps, "db" | "environment">, provider?: string) {
  const mode = environment === "production" ? "test" : "live";
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
export async function examineGateway(deps: Pick<Deps, "environment">, gateway: CardGateway): Promise<Line> {
  const check = `gateway ${gateway.id}`;
  const wanted = deps.environment === "production" ? "live" : "test";
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
export async function examineDebits({ debits }: Pick<Deps, "debits">, provider: Id<"prv">): Promise<Line[]> {
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

async function mailOf({ mail }: Deps): Promise<Line> {
  if (!mail) return warn("mail", "no mail is sent to students", "Set SMTP_URL and MAIL_FROM.");
  if (!mail.transport) return pass("mail", "kept in the sandbox for you to read");
  const fault = await mail.transport.check();
  if (fault === null) return pass("mail", "the mail server accepts emails from this sender");
  return fail("mail", `the mail server refuses: ${fault}`, "Check SMTP_URL and the mail server's log.");
}
