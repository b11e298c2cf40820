import { published } from "@/lib/api/published";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const pdf = await published().pages.portal.agreement((await params).secret);
  if (!pdf) return new Response("There is no signed agreement here.\n", { status: 404 });
  return new Response(pdf as BodyInit, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'attachment; filename="payment-plan-agreement.pdf"',
      "Cache-Control": "private, no-store",
    },
  });
}
