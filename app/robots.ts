import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { published } from "../server/instance/published";

/** Students' pages are not disallowed here: a search engine that may not fetch them cannot see that they are `noindex`. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/v1/", "/sandbox/"] },
    sitemap: `${published().pages.baseUrl}/sitemap.xml`,
  };
}
