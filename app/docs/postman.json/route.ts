import { connection } from "next/server";
import { published } from "../../../lib/api/published";
import { postmanCollection } from "../../../lib/docs/postman";

export async function GET() {
  await connection();
  const { openApi, environment } = published().pages;
  const name = `provider-checkout-${environment}.postman_collection.json`;
  return new Response(JSON.stringify(postmanCollection(openApi()), null, 2), {
    headers: { "Content-Type": "application/json", "Content-Disposition": `attachment; filename="${name}"` },
  });
}
