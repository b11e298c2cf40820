import { ChangePage, metadataOfChange } from "../../../../change";

interface Props {
  params: Promise<{ code: string; id: string; action: string }>;
}

const addressAt = async ({ params }: Props) => ({ part: "views", ...(await params) });

export const generateMetadata = async (props: Props) => metadataOfChange(await addressAt(props));

export default async function ViewChangePage(props: Props) {
  return <ChangePage {...(await addressAt(props))} />;
}
