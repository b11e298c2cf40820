import { NoEnrolment } from "@/components/missing";
import { published } from "@/server/instance/published";

export default function NotFound() {
  return <NoEnrolment isRenewable={published().pages.portal.sendsMail()} />;
}
