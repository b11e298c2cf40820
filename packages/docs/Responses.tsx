import { Disclosure } from "../../components/ui/Disclosure";
import { Members } from "./Members";
import type { ResponseEntry } from "./reference";
import { Ticked } from "./Ticked";

export function Responses({ responses }: { responses: readonly ResponseEntry[] }) {
  const successes = responses.filter(({ codes }) => codes.length === 0);
  const refusals = responses.filter(({ codes }) => codes.length > 0);
  return (
    <>
      <section aria-labelledby="answers" className="space-y-6">
        <h2 id="answers">Answers</h2>
        {successes.map((response) => (
          <Success key={response.status} response={response} sameAs={earlierLike(response, successes)} />
        ))}
      </section>
      {refusals.length > 0 && (
        <section aria-labelledby="problems" className="space-y-4">
          <h2 id="problems">Problems</h2>
          <p>
            A refusal is a <a href="/docs/errors">problem document</a>. Each code says what happened and what
            to do.
          </p>
          <dl className="divide-y divide-divider border-divider border-y">
            {refusals.map(({ status, codes }) => (
              <div key={status} className="flex gap-6 py-2.5">
                <dt className="w-10 shrink-0 font-medium tabular-nums">{status}</dt>
                <dd className="min-w-0">
                  <ul className="space-y-1">
                    {codes.map((code) => (
                      <li key={code}>
                        <a href={`/docs/problems/${code}`} className="break-all font-mono text-sm">
                          {code}
                        </a>
                      </li>
                    ))}
                  </ul>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

/** The status of an earlier answer with the same members, which are then shown only once. */
function earlierLike(response: ResponseEntry, all: readonly ResponseEntry[]): string | null {
  const members = JSON.stringify(response.members);
  const first = all.find((one) => JSON.stringify(one.members) === members);
  return first && first !== response && members !== "[]" ? first.status : null;
}

interface Props {
  response: ResponseEntry;
  sameAs: string | null;
}

function Success({ response: { status, description, contentType, members, headers }, sameAs }: Props) {
  return (
    <div className="space-y-3">
      <h3>
        <span className="tabular-nums">{status}</span>{" "}
        {contentType && <code className="break-all font-normal text-muted text-sm">{contentType}</code>}
      </h3>
      <p>
        <Ticked>{description}</Ticked>
      </p>
      {sameAs && <p>Its members are those of the {sameAs}.</p>}
      {!sameAs && members.length > 0 && <Members members={members} isAnswer />}
      {headers.length > 0 && (
        <Disclosure label={`Headers of the ${status}`}>
          <dl className="space-y-2 text-sm">
            {headers.map(({ name, description: means }) => (
              <div key={name}>
                <dt>
                  <code className="break-all font-semibold">{name}</code>
                </dt>
                <dd>
                  <Ticked>{means}</Ticked>
                </dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
    </div>
  );
}
