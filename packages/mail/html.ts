import { tonesOf } from "../colour/accent";
import { PALETTE } from "../colour/palette";
import { escapeHtml } from "../text/escape-html";
import type { Letter, Part, Sender } from "./letter";

const { light: LIGHT, dark: DARK } = PALETTE;

const FONT =
  "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const BODY = `${FONT};font-size:16px;line-height:24px`;
const SMALL = `${FONT};font-size:14px;line-height:20px`;

/**
 * A letter as HTML: tables and inline styles, because many mail programs support little else. It loads no picture or
 * font, so nothing tells who read it.
 */
export function asHtml(letter: Letter, sender: Sender): string {
  const { light, dark } = tonesOf(sender.accent ?? LIGHT.accent);
  const name = escapeHtml(sender.name);
  const draw = (part: Part) => partAsHtml(part, light.accent, light.onAccent);
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(letter.subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (max-width: 480px) {
  .cell { padding-left: 20px !important; padding-right: 20px !important; }
  .label, .value { display: block !important; width: auto !important; }
  .label { padding-bottom: 0 !important; border-bottom: 0 !important; }
  .value { padding-top: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: ${DARK.background} !important; }
  .card { background: ${DARK.surface} !important; border-color: ${DARK.divider} !important; }
  .text { color: ${DARK.text} !important; }
  .muted { color: ${DARK.muted} !important; }
  .line { border-color: ${DARK.divider} !important; }
  .test { background: ${DARK["warning-tint"]} !important; color: ${DARK.warning} !important; }
  .link { color: ${dark.accent} !important; }
  .button { background: ${dark.accent} !important; color: ${dark.onAccent} !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.background};-webkit-text-size-adjust:100%">
<div role="main">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.preview)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.background}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="cell text" style="padding:0 32px 16px;${FONT};font-size:18px;line-height:28px;font-weight:600;color:${LIGHT.text};text-align:left">${name}</td></tr>
<tr><td class="card" style="background:${LIGHT.surface};border:1px solid ${LIGHT.divider};border-radius:8px;text-align:left">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${sender.banner !== null ? `<tr><td class="cell test" style="padding:10px 32px;border-radius:7px 7px 0 0;${SMALL};font-weight:500;background:${LIGHT["warning-tint"]};color:${LIGHT.warning}">${escapeHtml(sender.banner)}</td></tr>\n` : ""}<tr><td class="cell" style="padding:28px 32px 12px">
<h1 class="text" style="margin:0 0 16px;${FONT};font-size:24px;line-height:32px;font-weight:600;color:${LIGHT.text}">${escapeHtml(letter.heading)}</h1>
${letter.parts.map(draw).join("\n")}
</td></tr>
</table>
</td></tr>
<tr><td class="cell muted" style="padding:16px 32px 0;${SMALL};color:${LIGHT.muted};text-align:left">${letter.footer.map((line) => `<p style="margin:0 0 8px">${footerAsHtml(line)}</p>`).join("")}</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

function partAsHtml(part: Part, accent: string, onAccent: string): string {
  switch (part.type) {
    case "text":
      return `<p class="text" style="margin:0 0 16px;${BODY};color:${LIGHT.text}">${escapeHtml(part.text)}</p>`;
    case "facts":
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="line" style="margin:8px 0 24px;border-top:1px solid ${LIGHT.divider}">
${part.rows.map(factAsHtml).join("\n")}
</table>`;
    case "link": {
      const url = escapeHtml(part.url);
      // In a new window: a program that shows mails in a frame could not show the page there.
      return `<p style="margin:8px 0 16px"><a class="button" href="${url}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 24px;border-radius:8px;text-align:center;${BODY};font-weight:600;background:${accent};color:${onAccent};text-decoration:none">${escapeHtml(part.label)}</a></p>
<p class="muted" style="margin:0 0 20px;${SMALL};color:${LIGHT.muted};word-break:break-all">Or open this address: <a class="link" href="${url}" target="_blank" rel="noopener" style="color:${accent}">${url}</a></p>`;
    }
    default:
      return part satisfies never;
  }
}

function footerAsHtml(line: Letter["footer"][number]): string {
  if (typeof line === "string") return escapeHtml(line);
  const url = escapeHtml(line.url);
  return `${escapeHtml(line.label)}: <a class="muted" href="${url}" target="_blank" rel="noopener" style="color:${LIGHT.muted}">${url}</a>`;
}

function factAsHtml([label, value]: readonly [string, string]): string {
  const cell = `vertical-align:top;border-bottom:1px solid ${LIGHT.divider};text-align:left`;
  return `<tr><td class="label line muted" width="40%" style="padding:10px 12px 10px 0;${cell};${BODY};color:${LIGHT.muted}">${escapeHtml(label)}</td><td class="value line text" style="padding:10px 0;${cell};${BODY};color:${LIGHT.text};word-break:break-word;font-variant-numeric:tabular-nums"><bdi>${escapeHtml(value)}</bdi></td></tr>`;
}
