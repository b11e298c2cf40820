import type { MailDeps } from "./context";
import { asHtml } from "./html";
import { type Letter, oneLine, type Sender } from "./letter";
import type { Attachment, Mail, Message } from "./port";
import { asText } from "./text";

/** What a letter is about to become a message of: to whom, by whom, under which id. */
interface Addressed {
  id: string;
  address: string;
  provider: { name: string; email: string };
  accent: Sender["accent"];
}

/** A letter, drawn and addressed. */
export function messageOf(
  { environment }: Pick<MailDeps, "environment">,
  mail: Pick<Mail, "from">,
  { id, address, provider, accent }: Addressed,
  letter: Letter,
  attachment: Attachment | null,
): Message {
  const sender: Sender = { name: oneLine(provider.name), accent, isTest: environment === "sandbox" };
  return {
    messageId: `${id}@${mail.from.slice(mail.from.lastIndexOf("@") + 1)}`,
    from: { name: sender.name, address: mail.from },
    replyTo: provider.email || null,
    to: address,
    subject: oneLine(letter.subject),
    text: asText(letter, sender),
    html: asHtml(letter, sender),
    attachment,
  };
}
