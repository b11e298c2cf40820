import { GuidePage, guideMetadata } from "./guide";

export const generateMetadata = () => guideMetadata("overview");

export default function Overview() {
  return <GuidePage slug="overview" />;
}
