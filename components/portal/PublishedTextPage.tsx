import type { ProviderView } from "@/lib/domain/provider-view";
import type { Terms } from "@/lib/domain/terms";
import { SAMPLE_NOTICE } from "@/lib/domain/wording";
import { Notice } from "../ui/Notice";
import { PageShell } from "../ui/PageShell";
import { Wording } from "../ui/Wording";

interface Props {
  provider: ProviderView;
  title: string;
  text: Terms;
}

/** A text that a provider publishes: its Terms, its privacy policy or its refund policy. */
export function PublishedTextPage({ provider, title, text }: Props) {
  return (
    <PageShell provider={{ ...provider, href: `/p/${provider.code}` }} title={title}>
      <div className="space-y-6">
        <p className="text-muted">Version {text.version}</p>
        {text.version.startsWith("sample-") && <Notice kind="info">{SAMPLE_NOTICE}</Notice>}
        <Wording sections={text.sections} />
      </div>
    </PageShell>
  );
}
