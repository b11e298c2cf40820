import { SAMPLE_TERMS } from "@/lib/domain/terms";
import { SAMPLE_NOTICE } from "@/lib/domain/wording";
import type { PortalView } from "@/lib/enrolment/start";
import { Notice } from "../ui/Notice";
import { PageShell } from "../ui/PageShell";
import { Wording } from "./Wording";

/** The Terms and Conditions that a student who pays by card accepts. */
export function TermsPage({ portal: { provider, terms } }: { portal: PortalView }) {
  return (
    <PageShell provider={{ ...provider, href: `/p/${provider.code}` }} title="Terms and Conditions">
      <div className="space-y-6">
        <p className="text-muted">Version {terms.version}</p>
        {terms.version === SAMPLE_TERMS.version && <Notice kind="info">{SAMPLE_NOTICE}</Notice>}
        <Wording sections={terms.sections} />
      </div>
    </PageShell>
  );
}
