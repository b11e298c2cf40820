import { htmlOf } from "./markdown";

/** What figureOf or htmlOf made. */
export function Html({ of, className }: { of: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: they escape what they are given
  return <div className={className} dangerouslySetInnerHTML={{ __html: of }} />;
}

export function Markdown({ children }: { children: string }) {
  return <Html of={htmlOf(children)} className="space-y-5" />;
}
