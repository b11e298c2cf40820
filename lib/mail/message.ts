import type { MailDeps } from "./context";
import { asHtml } from "./html";
import { type Letter, oneLine, type Part, type Sender, TEST_LINE } from "./letter";
import type { Attachment, Mail, Message } from "./port";

interface Addressed {
  id: string;
  address: string;
  provider: { name: string; email: string };
  accent: Sender["accent"];
}

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
/** A letter as plain text: not wrapped, because mail programs do that to their own width. */
function asText(letter: Letter, sender: Sender): string {
  const blocks = [
    sender.name,
    ...(sender.isTest ? [TEST_LINE] : []),
    letter.heading,
    ...letter.parts.map(partAsText),
    ["-- ", ...letter.footer.map(footerAsText)].join("\n"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const footerAsText = (line: Letter["footer"][number]) =>
  typeof line === "string" ? line : `${line.label}: ${line.url}`;

function partAsText(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "facts":
      return part.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
    case "link":
      return `${part.label}:\n${part.url}`;
    default:
      return part satisfies never;
  }
}
