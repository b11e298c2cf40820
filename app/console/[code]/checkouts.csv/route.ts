import type { Asked } from "@/lib/staff/find";
import { published } from "@/server/instance/published";
import { csvDownload } from "../../csv";
import { callerOf, LIST_NAMES } from "../../guard";

export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code);
  const { searchParams } = new URL(request.url);
  const asked: Asked = {};
  for (const name of LIST_NAMES) asked[name] = searchParams.get(name) || undefined;
  const { sort: _, before: __, ...filters } = asked;
  const { exportPage } = published().pages.staffRecords;
  return csvDownload(caller, "checkouts", (before?: Parameters<typeof exportPage>[2]) =>
    exportPage(caller, filters, before),
  );
}
