"use client";

import { FaultPage } from "../components/FaultPage";

export default function Fault({ retry }: { retry: () => void }) {
  return <FaultPage onRetry={retry} />;
}
