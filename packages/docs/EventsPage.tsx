import { JsonBlock } from "./CodeBlock";
import { Members } from "./Members";
import type { Reference } from "./reference";
import type { Member } from "./shape";
import { InlineCode, Ticked } from "./Ticked";

interface Props {
  members: readonly Member[];
  webhooks: Reference["webhooks"];
}

export function EventsPage({ members, webhooks }: Props) {
  return (
    <div className="max-w-[46rem] space-y-10">
      <div className="space-y-4">
        <h1>Events</h1>
        <p>Each change of a checkout is an event. All have the same members; the type says what happened.</p>
        <p>
          Your endpoints receive them as below, signed, and so does whoever reads{" "}
          <InlineCode>GET /v1/events</InlineCode>. <a href="/docs/events">Events and webhooks</a> tells how to
          register an endpoint and what it answers; <a href="/docs/webhook-receiver">a receiver</a> is there
          to copy.
        </p>
      </div>
      <section aria-labelledby="members" className="space-y-4">
        <h2 id="members">Members of an event</h2>
        <Members members={members} isAnswer />
      </section>
      {webhooks.map((one) => (
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
  );
}
