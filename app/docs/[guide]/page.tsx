import { notFound } from "next/navigation";
import { type GuideSlug, isGuide } from "@/lib/docs/guides";
import { GuidePage, guideMetadata } from "../guide";

type Props = { params: Promise<{ guide: string }> };

async function slugOf({ params }: Props): Promise<GuideSlug> {
  const { guide } = await params;
  // The overview has one address, /docs.
  if (!isGuide(guide) || guide === "overview") notFound();
  return guide;
}

export const generateMetadata = async (props: Props) => guideMetadata(await slugOf(props));

export default async function Guide(props: Props) {
  return <GuidePage slug={await slugOf(props)} />;
}
