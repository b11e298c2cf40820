import { Button, LinkButton } from "../../components/ui/Button";
import { Icon, type IconName } from "../../components/ui/Icon";
import { Notice } from "../../components/ui/Notice";
import { STATUS_KINDS, StatusBadge } from "../../components/ui/StatusBadge";
import { Section } from "./section";

const ICONS: IconName[] = [
  "check",
  "warning",
  "info",
  "error",
  "lock",
  "calendar",
  "download",
  "printer",
  "external",
  "chevron",
];

const COLOURS = [
  ["background", "bg-background"],
  ["surface", "bg-surface"],
  ["divider", "bg-divider"],
  ["control", "bg-control"],
  ["muted", "bg-muted"],
  ["text", "bg-text"],
  ["accent", "bg-accent"],
  ["accent-strong", "bg-accent-strong"],
  ["accent-tint", "bg-accent-tint"],
  ["error", "bg-error"],
  ["error-tint", "bg-error-tint"],
  ["success", "bg-success"],
  ["success-tint", "bg-success-tint"],
  ["warning", "bg-warning"],
  ["warning-tint", "bg-warning-tint"],
  ["focus", "bg-focus"],
] as const;

/** Type, colours, buttons, icons, notices and badges. */
export function Looks() {
  return (
    <>
      <Section id="type" title="Type and colour">
        <div className="space-y-3">
          <p className="text-3xl">32 A calm page</p>
          <p className="text-2xl">24 A calm page</p>
          <p className="text-xl">20 A calm page</p>
          <p className="text-lg">18 A calm page</p>
          <p>
            16 Body text, with <a href="#type">a link to this part</a> in it. Lines run to sixty-six
            characters and no further, so that the eye finds the start of the next one.
          </p>
          <p className="text-muted text-sm">14 Small print, muted.</p>
        </div>
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {COLOURS.map(([name, fill]) => (
            <li key={name} className="flex items-center gap-3 text-sm">
              <span className={`size-8 shrink-0 rounded border border-divider ${fill}`} />
              <span className="min-w-0">{name}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="buttons" title="Buttons">
        <div className="flex flex-wrap gap-4">
          <Button type="button">Pay $1,500.00</Button>
          <Button type="button" kind="secondary">
            Fill test card
          </Button>
          <Button type="button" kind="quiet">
            Cancel
          </Button>
        </div>
        <div className="flex flex-wrap gap-4">
          <Button type="button" disabled>
            Processing…
          </Button>
          <Button type="button" kind="secondary" disabled>
            Fill test card
          </Button>
          <Button type="button" kind="quiet" disabled>
            Cancel
          </Button>
        </div>
        <div className="flex flex-wrap gap-4">
          <LinkButton href="#buttons">Continue</LinkButton>
          <LinkButton href="#buttons" kind="secondary">
            <Icon name="download" />
            Download agreement
          </LinkButton>
          <LinkButton href="#buttons" kind="quiet">
            <Icon name="external" />
            Open in a new page
          </LinkButton>
        </div>
      </Section>
      <Section id="icons" title="Icons">
        <ul className="flex flex-wrap gap-6">
          {ICONS.map((name) => (
            <li key={name} className="flex items-center gap-2">
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
      <Section id="notices" title="Notices and badges">
        <div className="space-y-4">
          <Notice kind="info">
            <p>Your answers are kept for 7 days.</p>
          </Notice>
          <Notice kind="success" title="You are enrolled">
            <p>We have sent your agreement to ada@example.com.</p>
          </Notice>
          <Notice kind="warning" title="We’re checking whether your payment went through">
            <p>Do not pay again.</p>
          </Notice>
          <Notice kind="error" title="You have not been charged">
            <p>Your bank says there is not enough money available. Use another card.</p>
          </Notice>
        </div>
        <div className="flex flex-wrap gap-3">
          {Object.entries(STATUS_KINDS).map(([status, kind]) => (
            <StatusBadge key={status} kind={kind}>
              {status}
            </StatusBadge>
          ))}
        </div>
      </Section>
    </>
  );
}
