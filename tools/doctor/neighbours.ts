import { withAllAccounts } from "../../lib/checkout/gateways";
import { fail, type Line, pass, warn } from "../../lib/domain/checked";
import { examineGateway, ofOtherMode, withoutAccount } from "../../lib/gateway/examine";
import type { Deps } from "../../server/instance/deps";

/** The gateways and the mail server: asked for what cannot exist, so that nothing changes there. */
export async function examineNeighbours(deps: Deps): Promise<Line[]> {
  const all = await withAllAccounts(deps);
  const gateways = [all.gateway, ...all.earlierGateways.values()];
  const asked = await Promise.all([...gateways.map((one) => examineGateway(deps, one)), mailOf(deps)]);
  return [...asked, ...(await ofOtherMode(deps)), ...withoutAccount(await deps.accounts.all())];
}

async function mailOf({ mail }: Deps): Promise<Line> {
  if (!mail) return warn("mail", "no mail is sent to students", "Set SMTP_URL and MAIL_FROM.");
  if (!mail.transport) return pass("mail", "kept in the sandbox for you to read");
  const fault = await mail.transport.check();
  if (fault === null) return pass("mail", "the mail server accepts emails from this sender");
  return fail("mail", `the mail server refuses: ${fault}`, "Check SMTP_URL and the mail server's log.");
}
