import { HOUR_MS } from "../../packages/dates/time";
import { asHtml } from "../../packages/mail/html";
import { asText, type Letter, says } from "../../packages/mail/letter";
import type { MailTransport } from "../../packages/mail/transport";
import type { SignIn } from "../../packages/staff-sign-in/sign-in";
import { newId } from "../domain/ids";
import type { Mail } from "../mail/context";

const DAY_MS = 24 * HOUR_MS;

/** How long a link that sets a password works. */
const LIFE_MS = { invitation: 7 * DAY_MS, reset: HOUR_MS };

const WORDS = {
  invitation: {
    subject: "You are invited to the Provider Checkout console",
    heading: "Choose your password",
    text: "You can now sign in to the console. Choose a password first. The link works once, within 7 days.",
    footer: "You get this email because somebody gave you access.",
  },
  access: {
    subject: "You have access to another provider in the Provider Checkout console",
    heading: "Open the console",
    text: "You have a role at one more provider now. Sign in as before.",
    footer: "You get this email because somebody gave you access.",
  },
  reset: {
    subject: "Choose a new password for the Provider Checkout console",
    heading: "Choose a new password",
    text: "Somebody asked for a new password for this address. The link works once, within an hour.",
    footer: "If it was not you, do nothing: your password stays as it is.",
  },
} as const;

/** @returns the address of a page that sets this person's password */
export async function makeLink(
  { signIn, baseUrl }: { signIn: SignIn; baseUrl: string },
  staffId: string,
  reason: keyof typeof LIFE_MS,
): Promise<{ href: string; expiresAt: Date }> {
  const link = new URL("/console/invitation", baseUrl);
  link.searchParams.set("token", await signIn.makeLink(staffId, LIFE_MS[reason]));
  return { href: link.href, expiresAt: new Date(Date.now() + LIFE_MS[reason]) };
}

/** Emails it too, where mails are sent. @returns whether the mail server took it; null where nothing is sent */
export async function invitation(
  { mail, ...deps }: { signIn: SignIn; baseUrl: string; mail: Mail | null },
  { id, email }: { id: string; email: string },
) {
  const { href, expiresAt } = await makeLink(deps, id, "invitation");
  if (!mail?.transport) return { href, expiresAt, emailed: null };
  const { from, transport } = mail;
  return { href, expiresAt, emailed: await sendLink({ from, transport }, { email, href }, "invitation") };
}

/** @returns whether the mail server took it */
export async function sendLink(
  { from, transport }: { from: string; transport: MailTransport },
  to: { email: string; href: string },
  reason: keyof typeof WORDS,
): Promise<boolean> {
  const { subject, heading, text, footer } = WORDS[reason];
  const sender = { name: "Provider Checkout", accent: null, banner: null };
  const letter: Letter = {
    subject,
    preview: text,
    heading,
    parts: [says(text), { type: "link", label: heading, url: to.href }],
    footer: [footer],
  };
  const sent = await transport.send({
    messageId: `<${newId("eml")}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    from: { name: sender.name, address: from },
    replyTo: undefined,
    to: { name: "", address: to.email },
    subject,
    text: asText(letter, sender),
    html: asHtml(letter, sender),
    attachments: [],
    headers: { "Auto-Submitted": "auto-generated" },
  });
  return sent.outcome === "taken";
}
