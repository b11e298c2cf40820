/** What the API answered, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came
  body: any;
  bytes: Uint8Array;
  text: string;
}
