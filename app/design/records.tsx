import { Disclosure } from "../../components/ui/Disclosure";
import { EmbedFrame } from "../../components/ui/EmbedFrame";
import { ProviderContact } from "../../components/ui/ProviderContact";
import { ScheduleTable } from "../../components/ui/ScheduleTable";
import { SummaryList } from "../../components/ui/SummaryList";
import { Timeline } from "../../components/ui/Timeline";
import { Section } from "./section";

const INSTALMENTS = [
  {
    number: 1,
    dueDate: "2026-11-24",
    debitDate: "2026-11-24",
    amountCents: 5_769,
    balanceAfterCents: 144_231,
  },
  {
    number: 2,
    dueDate: "2026-12-08",
    debitDate: "2026-12-08",
    amountCents: 5_769,
    balanceAfterCents: 138_462,
  },
  {
    number: 3,
    dueDate: "2026-12-26",
    debitDate: "2026-12-29",
    amountCents: 5_769,
    balanceAfterCents: 132_693,
  },
  { number: 26, dueDate: "2027-11-09", debitDate: "2027-11-09", amountCents: 5_775, balanceAfterCents: 0 },
];

/** What is shown back: summaries, schedules, histories and the frame. */
export function Records() {
  return (
    <>
      <Section id="summary" title="Summary list">
        <SummaryList
          items={[
            { term: "First name", value: "Ada", change: { href: "#summary", label: "first name" } },
            {
              term: "Email address",
              value: "ada.augusta.king.countess.of.lovelace@analytical.example.com",
              change: { href: "#summary", label: "email address" },
            },
            { term: "Bank account", value: "062-000 ending 456" },
          ]}
        />
      </Section>
      <Section id="schedule" title="Schedule">
        <ScheduleTable caption="Your payments" instalments={INSTALMENTS} />
      </Section>
      <Section id="more" title="More to read">
        <Disclosure label="Show every payment and its date">
          <p>Open on paper, and without a script.</p>
        </Disclosure>
        <p>
          Questions? Contact{" "}
          <ProviderContact provider={{ name: "Harbour College", email: "office@example.com" }} />.
        </p>
      </Section>
      <Section id="timeline" title="Timeline">
        <Timeline
          items={[
            { title: "Enrolment started", at: "3 November 2026, 10:02 am" },
            {
              title: "Direct debit authorised",
              at: "3 November 2026, 10:05 am",
              detail: <p className="text-muted">062-000 ending 456</p>,
            },
            { title: "Enrolled", at: "3 November 2026, 10:07 am" },
          ]}
        />
      </Section>
      <Section id="frame" title="Frame">
        {/* What is in it never speaks, so this one is first "Loading…", then the offer of a new page. */}
        <EmbedFrame path="/icon.svg" title="Bank authority" />
      </Section>
    </>
  );
}
