import { ChangePage, metadataOfChange } from "../../../../../change";

interface Props {
  params: Promise<{ code: string; part: string; id: string; action: string }>;
}

export const generateMetadata = async ({ params }: Props) => metadataOfChange(await params);

export default async function SetUpChangePage({ params }: Props) {
  return <ChangePage {...(await params)} />;
}
