import { Courses } from "@/components/portal/Courses";
import { StartPage } from "@/components/StartPage";
import { published } from "@/server/instance/published";
import { startEnrolment } from "./(enrol)/p/[code]/actions";
import { coursesMetadata, openPortal } from "./(enrol)/portal";

async function homePortal() {
  const { homeProviderCode } = published().pages;
  return homeProviderCode === null ? null : openPortal(homeProviderCode);
}

export async function generateMetadata() {
  const portal = await homePortal();
  return portal
    ? coursesMetadata(portal.provider.name)
    : { title: "Provider Checkout", robots: { index: true } };
}

export default async function Home() {
  const portal = await homePortal();
  return portal ? <Courses portal={portal} start={startEnrolment} /> : <StartPage />;
}
