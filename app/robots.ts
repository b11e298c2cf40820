import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { published } from "../lib/api/published";

/**
 * What a search engine need not ask for. Links of students are not named here: whoever may not fetch a page cannot see
 * that it must not be listed, and their addresses are secrets.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/v1/", "/sandbox/"] },
    sitemap: `${published().pages.baseUrl}/sitemap.xml`,
  };
}
