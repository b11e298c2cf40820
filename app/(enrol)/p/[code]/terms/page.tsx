import { notFound } from "next/navigation";
import { TermsPage } from "@/components/portal/TermsPage";
import { published } from "@/lib/api/published";

interface Props {
  params: Promise<{ code: string }>;
}

export async function generateMetadata({ params }: Props) {
  const portal = await published().pages.portal.open((await params).code);
  if (!portal) return { title: "Page not found" };
  const { name } = portal.provider;
  return {
    title: `Terms and Conditions – ${name}`,
    description: `What a student agrees to who enrols in a course of ${name}.`,
    robots: { index: true },
  };
}

export default async function Terms({ params }: Props) {
  const portal = await published().pages.portal.open((await params).code);
  if (!portal) notFound();
  return <TermsPage portal={portal} />;
}
