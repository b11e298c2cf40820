import type { ReactNode } from "react";
import { formatWeekday } from "@/lib/domain/calendar";
import { schemeName } from "@/lib/domain/card-scheme";
import { contrast } from "@/lib/domain/contrast";
import { PALETTE, type Role } from "@/lib/domain/palette";
import { buildSchedule } from "@/lib/domain/schedule";
import { CardMark } from "./portal/CardMark";
import { Button, LinkButton } from "./ui/Button";
import { Checkbox } from "./ui/Checkbox";
import { DateTile } from "./ui/DateTile";
import { Disclosure } from "./ui/Disclosure";
import { DrawnCheck } from "./ui/DrawnCheck";
import { ErrorSummary } from "./ui/ErrorSummary";
import { Field } from "./ui/Field";
import { Fieldset } from "./ui/Fieldset";
import { Icon } from "./ui/Icon";
import { MoneySummary } from "./ui/MoneySummary";
import { Notice } from "./ui/Notice";
import { PageShell } from "./ui/PageShell";
import { Radio } from "./ui/Radio";
import { RadioCard } from "./ui/RadioCard";
import { ScheduleTable } from "./ui/ScheduleTable";
import { SelectField } from "./ui/SelectField";
import { SummaryList } from "./ui/SummaryList";

/** The ground that a role is read on; null for grounds themselves and for hairlines, which tell nothing. */
const ROLES: readonly [role: Role, swatch: string, ground: Role | null][] = [
  ["background", "bg-background", null],
  ["surface", "bg-surface", null],
  ["text", "bg-text", "background"],
  ["muted", "bg-muted", "background"],
  ["control", "bg-control", "background"],
  ["divider", "bg-divider", null],
  ["accent", "bg-accent", "background"],
  ["on-accent", "bg-on-accent", "accent"],
  ["error", "bg-error", "error-tint"],
  ["error-tint", "bg-error-tint", null],
  ["success", "bg-success", "success-tint"],
  ["success-tint", "bg-success-tint", null],
  ["warning", "bg-warning", "warning-tint"],
  ["warning-tint", "bg-warning-tint", null],
  ["info-tint", "bg-info-tint", null],
  ["focus", "bg-focus", "background"],
];

const TYPE = [
  ["text-3xl", "32 px", "Titles on wide screens"],
  ["text-2xl", "24 px", "Titles on phones"],
  ["text-xl", "20 px", "Sections"],
  ["text-lg", "18 px", "What introduces a page"],
  ["text-base", "16 px", "Text, labels, fields"],
  ["text-sm", "14 px", "Notes beside other text"],
] as const;

const SCHEDULE = buildSchedule({
  frequency: "Fortnightly",
  numberOfInstalments: 3,
  firstPaymentDate: "2026-12-25",
  financedCents: 17_313,
  instalmentCents: 5_771,
});

const SCHEMES = ["visa", "mastercard", "amex", "discover"] as const;

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-6">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The design system as it is: the pages' own tokens and components, each once in its states. */
export function DesignPage() {
  return (
    <PageShell provider={{ name: "Provider Checkout", href: "/" }} title="Design">
      <p className="text-lg text-muted">The colours, letters and parts that every page here is made of.</p>
      <Part id="colours" title="Colours">
        <p className="text-muted">
          Swatches follow your system’s scheme. The ratio is the contrast with the ground that a colour is
          read on.
        </p>
        <Colours />
      </Part>
      <Part id="type" title="Type">
        <ul className="space-y-3">
          {TYPE.map(([look, size, use]) => (
            <li key={look}>
              <span className={look}>{use}</span> <span className="text-muted text-sm">{size}</span>
            </li>
          ))}
          <li className="tabular-nums">
            $1,111.11 <span className="text-muted text-sm">Money has figures of one width</span>
          </li>
        </ul>
      </Part>
      <Part id="buttons" title="Buttons">
        <div className="flex flex-wrap gap-3">
          <Button type="button">Primary</Button>
          <Button type="button" kind="secondary">
            Secondary
          </Button>
          <Button type="button" kind="quiet">
            Quiet
          </Button>
          <Button type="button" disabled>
            Processing…
          </Button>
          <LinkButton href="#buttons" kind="secondary">
            Link
          </LinkButton>
        </div>
      </Part>
      <Part id="fields" title="Fields">
        <Field id="field" label="Field" hint="A hint says what is expected" />
        <Field id="wrong" label="Field with an error" error="Enter your first name" defaultValue=" " />
        <SelectField
          id="select"
          label="Select"
          options={["Weekly", "Fortnightly", "Monthly"].map((value) => ({ value, label: value }))}
        />
      </Part>
      <Part id="choices" title="Choices">
        <Fieldset id="cards" legend="Radio cards">
          <RadioCard
            id="card-one"
            name="card"
            label="Pay $1,500.00 today by card"
            description="One payment."
            defaultChecked
          />
          <RadioCard id="card-two" name="card" label="Fortnightly payments" description="No interest." />
        </Fieldset>
        <Fieldset id="radios" legend="Radio buttons">
          <Radio id="radio-yes" name="radio" label="Yes" defaultChecked />
          <Radio id="radio-no" name="radio" label="No" />
        </Fieldset>
        <div>
          <Checkbox id="box" label="A statement to tick" defaultChecked />
          <Checkbox
            id="box-wrong"
            label="A statement that was not ticked"
            error="Accept the statement to continue"
          />
        </div>
      </Part>
      <Part id="messages" title="Messages">
        <Notice kind="info" title="Information">
          <p>What is good to know.</p>
        </Notice>
        <Notice kind="success" title="Success">
          <p>What went through.</p>
        </Notice>
        <Notice kind="warning" title="Warning">
          <p>What to look out for.</p>
        </Notice>
        <Notice kind="error" title="Error">
          <p>What went wrong, and the way on.</p>
        </Notice>
        {/* Hidden at first, because it takes the focus. */}
        <Disclosure label="Error summary">
          <ErrorSummary errors={[{ id: "wrong", message: "Enter your first name" }]} />
        </Disclosure>
      </Part>
      <Part id="facts" title="Facts">
        <SummaryList
          items={[
            { term: "Name", value: "Amelia Nguyen", change: { href: "#facts", label: "name" } },
            { term: "Bank account", value: "062-000 ending 456" },
          ]}
        />
        <ScheduleTable instalments={SCHEDULE} caption="Schedule" />
        <div className="flex items-center gap-4">
          <DateTile date={SCHEDULE[0]!.debitDate} />
          <p>The next debit is on {formatWeekday(SCHEDULE[0]!.debitDate)}.</p>
        </div>
      </Part>
      <Part id="money" title="Money">
        <MoneySummary totalCents={150_000} today="2026-12-01" />
        <MoneySummary
          totalCents={17_313}
          plan={{ frequency: "Fortnightly", schedule: SCHEDULE }}
          today="2026-12-01"
        />
      </Part>
      <Part id="marks" title="Marks">
        <div className="flex items-center gap-4">
          <DrawnCheck />
          <p>It draws itself once, where something went through.</p>
        </div>
        <ul className="flex flex-wrap gap-x-6 gap-y-3 text-muted">
          {SCHEMES.map((scheme) => (
            <li key={scheme} className="flex items-center gap-2">
              <CardMark scheme={scheme} />
              <span aria-hidden="true">{schemeName(scheme)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part id="icons" title="Icons">
        <ul className="flex flex-wrap gap-x-6 gap-y-3 text-muted">
          {(
            [
              "check",
              "warning",
              "info",
              "error",
              "lock",
              "calendar",
              "download",
              "printer",
              "external",
            ] as const
          ).map((name) => (
            <li key={name} className="flex items-center gap-2">
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
    </PageShell>
  );
}

function Colours() {
  return (
    <ul className="divide-y divide-divider border-divider border-y text-sm">
      {ROLES.map(([role, swatch, ground]) => (
        <li key={role} className="flex max-w-none flex-wrap items-center gap-x-2 gap-y-1 py-2 sm:gap-x-4">
          <span className={`size-8 shrink-0 rounded-sm border border-divider ${swatch}`} />
          <span className="min-w-0 flex-1 basis-24">
            {role}
            {ground && <span className="block text-muted">on {ground}</span>}
          </span>
          {(["light", "dark"] as const).map((scheme) => (
            <span key={scheme} className="w-16 shrink-0 text-right sm:w-20">
              <span className="sr-only">{scheme} </span>
              <code>{PALETTE[scheme][role]}</code>
              {ground && (
                <span className="block text-muted tabular-nums">
                  {contrast(PALETTE[scheme][role], PALETTE[scheme][ground]).toFixed(1)}:1
                </span>
              )}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
