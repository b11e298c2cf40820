import { asHtml } from "../../packages/mail/html";
import { asText, oneLine } from "../../packages/mail/letter";
import type { Message } from "../../packages/mail/transport";
import type { Content } from "./content";
import type { Mail, MailDeps } from "./context";

const TEST_LINE = "Test environment. No money moves and nothing you sign is binding.";

export function messageOf(
  { environment }: Pick<MailDeps, "environment">,
  mail: Pick<Mail, "from">,
  { id, address }: { id: string; address: string },
  { letter, attachment, provider, accent }: Content,
): Message {
  const name = oneLine(provider.name);
  const sender = { name, accent, banner: environment === "sandbox" ? TEST_LINE : null };
  return {
    messageId: `<${id}@${mail.from.slice(mail.from.lastIndexOf("@") + 1)}>`,
    from: { name, address: mail.from },
    replyTo: provider.email ? { name, address: provider.email } : undefined,
    to: { name: "", address },
    subject: oneLine(letter.subject),
    text: asText(letter, sender),
    html: asHtml(letter, sender),
    attachments: attachment ? [attachment] : [],
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
