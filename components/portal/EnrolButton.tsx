"use client";

import { useFormStatus } from "react-dom";
import { Button } from "../ui/Button";

export function EnrolButton({ course }: { course: string }) {
  const { pending } = useFormStatus();
  return (
    <>
      <Button kind="secondary" className="w-full" disabled={pending}>
        {pending ? (
          "Processing…"
        ) : (
          <>
            Enrol<span className="sr-only"> in {course}</span>
          </>
        )}
      </Button>
      <p role="status" className="sr-only">
        {pending && "Processing…"}
      </p>
    </>
  );
}
