import { DIRECT_DEBIT_AUTHORITY, SAMPLE_NOTICE, SERVICE_AGREEMENT } from "../../lib/domain/wording";
import { Disclosure } from "../ui/Disclosure";

/** The request's exact text, which is kept as evidence, and the Service Agreement. */
export function ServiceAgreement({ provider }: { provider: string }) {
  return (
    <section aria-labelledby="request" className="space-y-3">
      <h2 id="request">Direct Debit Request</h2>
      <p>{DIRECT_DEBIT_AUTHORITY.text(provider)}</p>
      <Disclosure label="Read the Direct Debit Request Service Agreement">
        <div className="space-y-6 border-divider border-l-2 pl-4">
          <p className="text-muted">{SAMPLE_NOTICE}</p>
          {SERVICE_AGREEMENT.map(({ key, heading, paragraphs }) => (
            <div key={key} className="space-y-2">
              <h3>{heading}</h3>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          ))}
        </div>
      </Disclosure>
    </section>
  );
}
