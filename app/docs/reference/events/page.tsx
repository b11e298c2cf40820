import { notFound } from "next/navigation";
import { JsonBlock } from "@/components/docs/CodeBlock";
import { InlineCode, Ticked } from "@/components/docs/Markdown";
import { Members } from "@/components/docs/Members";
import { eventMembers } from "@/lib/docs/reference";
import { DocsPage, docsMetadata, source } from "../../docs";

export const generateMetadata = () =>
  docsMetadata("Events", "The events of a checkout and what each carries.");

export default function EventsPage() {
  const { reference } = source();
  if (reference.webhooks.length === 0) notFound();
  return (
    <DocsPage current="/docs/reference/events">
      <div className="max-w-[46rem] space-y-10">
        <div className="space-y-4">
          <h1>Events</h1>
          <p>
            Each change of a checkout is an event. All have the same members; the type says what happened.
          </p>
          <p>
            Your endpoints receive them as below, signed, and so does whoever reads{" "}
            <InlineCode>GET /v1/events</InlineCode>. <a href="/docs/events">Events and webhooks</a> tells how
            to register an endpoint and what it answers; <a href="/docs/webhook-receiver">a receiver</a> is
            there to copy.
          </p>
        </div>
        <section aria-labelledby="members" className="space-y-4">
          <h2 id="members">Members of an event</h2>
          <Members members={eventMembers(reference)} isAnswer />
        </section>
        {reference.webhooks.map((one) => (
          <section key={one.type} aria-labelledby={one.type} className="space-y-4">
            <h2 id={one.type} className="break-words">
              {one.type}
            </h2>
            {[one.summary, one.description]
              .filter((text) => text !== "" && text !== one.type)
              .map((text) => (
                <p key={text}>
                  <Ticked>{text}</Ticked>
                </p>
              ))}
            {one.examples[0] && <JsonBlock value={one.examples[0].value} label={`Example of ${one.type}`} />}
          </section>
        ))}
      </div>
    </DocsPage>
  );
}
