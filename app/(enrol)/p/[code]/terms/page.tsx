import { Wording } from "@/components/portal/Wording";
import { Notice } from "@/components/ui/Notice";
import { PageShell } from "@/components/ui/PageShell";
import { SAMPLE_TERMS } from "@/lib/domain/terms";
import { SAMPLE_NOTICE } from "@/lib/domain/wording";
import { type PortalProps, portalAt } from "../../../portal";

export async function generateMetadata(props: PortalProps) {
  const { name } = (await portalAt(props)).provider;
  return {
    title: `Terms and Conditions – ${name}`,
    description: `What a student agrees to who enrols in a course of ${name}.`,
    robots: { index: true },
  };
}

/** D-064 */
export default async function TermsPage(props: PortalProps) {
  const { provider, terms } = await portalAt(props);
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
