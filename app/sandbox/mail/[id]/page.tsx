import { notFound } from "next/navigation";
import { OpenedMail } from "../../../../components/mail/OpenedMail";
import { published } from "../../../../lib/api/published";

type Props = { params: Promise<{ id: string }> };

const mailOf = async ({ params }: Props) => published().pages.keptMail?.open((await params).id) ?? null;

export async function generateMetadata(props: Props) {
  const mail = await mailOf(props);
  return { title: mail ? `${mail.subject} – Kept emails` : "Page not found – Provider Checkout" };
}

/** One kept mail, as its student would have seen it. */
export default async function KeptMailPage(props: Props) {
  const mail = await mailOf(props);
  if (!mail) notFound();
  return <OpenedMail mail={mail} />;
}
