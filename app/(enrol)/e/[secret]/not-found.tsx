import { NoEnrolment } from "@/components/portal/NoEnrolment";

export default function NotFound() {
  return <NoEnrolment />;
}
