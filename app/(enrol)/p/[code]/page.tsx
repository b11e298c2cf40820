import { Courses } from "@/components/portal/Courses";
import { coursesMetadata, type PortalProps, portalAt } from "../../portal";
import { startEnrolment } from "./actions";

export const generateMetadata = async (props: PortalProps) =>
  coursesMetadata((await portalAt(props)).provider.name);

export default async function PortalPage(props: PortalProps) {
  return <Courses portal={await portalAt(props)} start={startEnrolment} />;
}
