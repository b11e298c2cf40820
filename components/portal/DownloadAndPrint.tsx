import type { ReactNode } from "react";
import { LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { PrintButton } from "./PrintButton";

interface Props {
  /** Of the PDF. */
  href: string;
  what: "agreement" | "receipt";
  /** What the button to print says. */
  children: ReactNode;
}

export function DownloadAndPrint({ href, what, children }: Props) {
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <LinkButton href={href}>
        <Icon name="download" />
        Download your {what} (PDF)
      </LinkButton>
      <PrintButton>{children}</PrintButton>
    </div>
  );
}
