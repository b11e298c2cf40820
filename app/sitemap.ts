import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { GUIDES, guidePath } from "../packages/docs/guides";
import { operationPath, referenceOf } from "../packages/docs/reference";
import { published } from "../server/instance/published";

/** Without the portals, which their providers make known themselves. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const { baseUrl, openApi } = published().pages;
  const operations = referenceOf(openApi()).groups.flatMap((group) => group.operations);
  const paths = [
    "/",
    ...GUIDES.map(({ slug }) => guidePath(slug)),
    "/docs/reference",
    "/docs/problems",
    ...operations.map(({ id }) => operationPath(id)),
  ];
  return paths.map((path) => ({ url: baseUrl + path }));
}
