"use client";

import type { ReactNode } from "react";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";

export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <Button type="button" kind="secondary" onClick={() => window.print()}>
      <Icon name="printer" />
      {children}
    </Button>
  );
}
