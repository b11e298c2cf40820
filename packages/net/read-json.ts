/** Reads no more than `maxBytes`. Taking too long is ended by the request's own signal. */
export async function readJson(
  response: Response,
  maxBytes: number,
  onChunk: (bytes: number) => void = () => {},
): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    onChunk(bytes);
    if (bytes > maxBytes) throw new RangeError("The response is too large");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}
