import { NoEnrolment } from "@/components/missing";
import { published } from "@/lib/api/published";

export default function NotFound() {
  return <NoEnrolment isRenewable={published().pages.portal.sendsMail()} />;
}
