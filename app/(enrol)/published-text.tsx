import { Notice } from "@/components/ui/Notice";
import { PageShell } from "@/components/ui/PageShell";
import { Wording } from "@/components/ui/Wording";
import { SAMPLE_NOTICE } from "@/lib/domain/wording";
import { type PortalProps, portalAt } from "./portal";

/** The texts that a provider publishes, each with what search engines say of it. */
const TEXTS = {
  terms: {
    title: "Terms and Conditions",
    describe: (name: string) => `What a student agrees to who enrols in a course of ${name}.`,
  },
  privacy: {
    title: "Privacy policy",
    describe: (name: string) => `What ${name} does with what students tell it.`,
  },
  refunds: {
    title: "Refund policy",
    describe: (name: string) => `What a student of ${name} gets back after withdrawing from a course.`,
  },
};

/** What a route file exports for one of them: its head and its page. */
export function publishedText(which: keyof typeof TEXTS) {
  const { title, describe } = TEXTS[which];
  return {
    async metadata(props: PortalProps) {
      const { name } = (await portalAt(props)).provider;
      return { title: `${title} – ${name}`, description: describe(name), robots: { index: true } };
    },
    async Page(props: PortalProps) {
      const { provider, [which]: text } = await portalAt(props);
      return (
        <PageShell provider={provider} title={title}>
          <div className="space-y-6">
            <p className="text-muted">Version {text.version}</p>
            {text.version.startsWith("sample-") && <Notice kind="info">{SAMPLE_NOTICE}</Notice>}
            <Wording sections={text.sections} />
          </div>
        </PageShell>
      );
    },
  };
}
