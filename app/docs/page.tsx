import { GuidePage, guideMetadata } from "./guide";

export const generateMetadata = () => guideMetadata("overview");

/** Where an integrator begins. */
export default function Overview() {
  return <GuidePage slug="overview" />;
}
