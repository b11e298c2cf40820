import { Courses } from "@/components/portal/Courses";
import { PageShell } from "@/components/ui/PageShell";
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
  if (portal) return <Courses portal={portal} start={startEnrolment} />;
  return (
    <PageShell title="Provider Checkout">
      <p className="text-lg">
        Enrol a student and take the full course fee by card, or sign an interest-free payment plan collected
        by direct debit.
      </p>
      <p>
        This address serves the API for providers. Guides, reference and errors are in the{" "}
        <a href="/docs">documentation</a>; the README has a five-minute quickstart.
      </p>
    </PageShell>
  );
}
