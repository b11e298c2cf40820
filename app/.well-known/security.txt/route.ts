import { connection } from "next/server";
import { securityText } from "../../../packages/docs/security-text";
import { textResponse } from "../../../packages/docs/text-response";
import { published } from "../../../server/instance/published";

export async function GET() {
  await connection();
  const { operatorContact, baseUrl } = published().pages;
  if (operatorContact) return textResponse(securityText(operatorContact, baseUrl, Date.now()));
  return new Response("The operator of this deployment has set no address.\n", { status: 404 });
}
