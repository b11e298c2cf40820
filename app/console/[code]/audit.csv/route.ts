import { published } from "@/server/instance/published";
import { csvDownload } from "../../csv";
import { callerOf } from "../../guard";

export async function GET(_: Request, { params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code, "audit");
  return csvDownload(caller, "audit-log", (after?: number) =>
    published().pages.staffRecords.exportAudit(caller, after),
  );
}
