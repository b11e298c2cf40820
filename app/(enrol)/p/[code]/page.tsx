import { notFound } from "next/navigation";
import { Courses } from "@/components/portal/Courses";
import { published } from "@/lib/api/published";
import { coursesMetadata } from "../../metadata";
import { startEnrolment } from "./actions";

interface Props {
  params: Promise<{ code: string }>;
}

export async function generateMetadata({ params }: Props) {
  const portal = await published().pages.portal.open((await params).code);
  if (!portal) return { title: "Page not found" };
  return coursesMetadata(portal.provider.name);
}

export default async function PortalPage({ params }: Props) {
  const portal = await published().pages.portal.open((await params).code);
  if (!portal) notFound();
  return <Courses portal={portal} start={startEnrolment} />;
}
