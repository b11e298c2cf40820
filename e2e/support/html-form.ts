import { type Sent, send } from "./send";

/** A page as a browser without JavaScript gets it. */
export interface Html {
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Opens a page. */
export async function open(url: string): Promise<Html> {
  return read(url, await send("GET", url, AGENT));
}

const AGENT = { Accept: "text/html", "User-Agent": "a browser" };

const read = (url: string, { status, headers, bytes }: Sent): Html => ({
  url,
  status,
  headers,
  text: bytes.toString(),
});

/** What the page says, without its markup, scripts and attributes. */
export function words({ text }: Html): string {
  return decode(
    text
      .replace(
        /<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<title[\s\S]*?<\/title>|<template[\s\S]*?<\/template>/g,
        " ",
      )
      .replace(/<!--[\s\S]*?-->/g, "")
      .replace(/<[^>]+>/g, " "),
  ).replace(/\s+/g, " ");
}

export function title({ text }: Html): string {
  return decode(/<title[^>]*>(.*?)<\/title>/.exec(text)?.[1] ?? "");
}

export function heading({ text }: Html): string {
  return decode((/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(text)?.[1] ?? "").replace(/<[^>]+>/g, ""));
}

/** The page's inputs by name; of radios and boxes the last ticked one. */
export const inputs = (page: Html): Record<string, string> => Object.fromEntries(controls(page));

/** What a browser would send of the page as it is. */
function controls({ text }: Html): [string, string][] {
  const values: [string, string][] = [];
  for (const [tag, , area] of text.matchAll(/<input[^>]*>|<textarea([^>]*)>([\s\S]*?)<\/textarea>/g)) {
    const name = attribute(tag, "name");
    if (name === null) continue;
    const isChoice = /type="(radio|checkbox)"/.test(tag);
    if (isChoice && !/\schecked(=|\s|\/|>)/.test(tag)) continue;
    values.push([name, area === undefined ? (attribute(tag, "value") ?? "") : decode(area)]);
  }
  return values;
}

/** Sends the page's one form as a browser does: all its inputs, what was typed, and the button's name and value. */
export async function submit(
  page: Html,
  button: string,
  typed: Readonly<Record<string, string | File>> = {},
  headers: Record<string, string> = { Origin: new URL(page.url).origin },
): Promise<Html> {
  if (!/<form[^>]*method="POST"/i.test(page.text)) throw new Error("The page has no form");
  const pressed = [...page.text.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)].find(
    ([, , label]) => decode(label!.replace(/<[^>]+>/g, "")) === button,
  );
  if (!pressed) throw new Error(`The page has no button "${button}"`);
  const form = new FormData();
  for (const [name, value] of controls(page)) if (!(name in typed)) form.append(name, value);
  for (const [name, value] of Object.entries(typed)) form.append(name, value);
  const [name, value] = [attribute(pressed[1]!, "name"), attribute(pressed[1]!, "value")];
  if (name !== null) form.append(name, value ?? "");
  const body = new Response(form);
  const type = { "Content-Type": body.headers.get("content-type") ?? "" };
  const payload = Buffer.from(await body.arrayBuffer());
  return read(page.url, await send("POST", page.url, { ...AGENT, ...type, ...headers }, payload));
}

function attribute(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}="([^"]*)"`).exec(` ${tag}`);
  return match ? decode(match[1]!) : null;
}

function decode(html: string): string {
  return html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
