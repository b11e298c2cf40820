import { asDownload } from "@/packages/text/file-name";

export interface Document {
  name: string;
  content: string | Uint8Array;
  type: string;
}

export const asFile = ({ name, content, type }: Document): Response =>
  new Response(Buffer.from(content), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": asDownload(name),
      "Cache-Control": "private, no-store",
    },
  });

export const noFile = (): Response => new Response("There is no such document here.\n", { status: 404 });
