import { notFound } from "next/navigation";
import { TermsPage } from "@/components/portal/TermsPage";
import { published } from "@/lib/api/published";

interface Props {
  params: Promise<{ code: string }>;
}

export async function generateMetadata({ params }: Props) {
  const portal = await published().pages.portal.open((await params).code);
  return { title: portal ? `Terms and Conditions – ${portal.provider.name}` : "Page not found" };
}

export default async function Terms({ params }: Props) {
  const portal = await published().pages.portal.open((await params).code);
  if (!portal) notFound();
  return <TermsPage portal={portal} />;
}
