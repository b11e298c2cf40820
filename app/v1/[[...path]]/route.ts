/** Whatever lib/api/operations.ts has under this path. */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/server/pages/next-routes";
