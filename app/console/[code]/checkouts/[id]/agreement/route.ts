import { published } from "@/server/instance/published";
import { asFile, noFile } from "../../../../../file";
import { callerOf } from "../../../../guard";

export async function GET(_request: Request, { params }: { params: Promise<{ code: string; id: string }> }) {
  const { code, id } = await params;
  const made = await published().pages.staffRecords.agreement(await callerOf(code), id);
  return made ? asFile(made) : noFile();
}
