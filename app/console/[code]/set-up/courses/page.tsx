import { ConsoleShell } from "@/components/console/ConsoleShell";
import { DataTable } from "@/components/console/DataTable";
import { Term } from "@/components/console/Status";
import { LinkButton } from "@/components/ui/Button";
import { formatMoney } from "@/lib/domain/money";
import { published } from "@/server/instance/published";
import { callerOf } from "../../../guard";

export const metadata = { title: "Courses – Console" };

export default async function CoursesPage({ params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code, "set_up");
  const courses = await published().pages.staffRecords.courses(caller);
  const home = `/console/${caller.provider.code}/set-up/courses`;
  return (
    <ConsoleShell title="Courses" who={caller} current="set-up" width="page">
      <LinkButton href={`${home}/new/add`}>Add a course</LinkButton>
      <DataTable
        empty="There is no course yet, so nobody can enrol on your portal."
        caption="Courses, as your portal lists them"
        columns={[
          { head: "Course" },
          { head: "Price", isMoney: true },
          { head: "Intake", isWide: true },
          { head: "Length", isWide: true },
          { head: "Limits of its plans" },
        ]}
        rows={courses.map(({ slug, name, priceCents, intake, length, limits }) => ({
          key: slug,
          cells: [
            <span key="course">
              <bdi className="font-medium">{name}</bdi>
              <Term>{slug}</Term>
            </span>,
            formatMoney(priceCents),
            <bdi key="intake">{intake || "–"}</bdi>,
            <bdi key="length">{length || "–"}</bdi>,
            <span key="limits">
              {limits.map(({ term, value }) => (
                <span key={term} className="block text-sm">
                  {term}: {value}
                </span>
              ))}
              <a href={`${home}/${slug}/policy`} className="inline-flex min-h-6 items-center">
                {limits.length > 0 ? "Change" : "Set limits"}
                <span className="sr-only"> of {name}</span>
              </a>
            </span>,
          ],
        }))}
      />
    </ConsoleShell>
  );
}
