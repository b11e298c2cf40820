/** A text for programs, the same for some minutes. */
export function textResponse(text: string): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=300" };
  return new Response(text, { headers });
}
