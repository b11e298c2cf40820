"use client";

export default function Fault({ reset }: { reset: () => void }) {
  return (
    <main>
      <h1>Something went wrong on our side</h1>
      <p>Nothing that you did was lost. Try again in a few minutes.</p>
      <p>
        <button type="button" onClick={reset}>
          Try again
        </button>
      </p>
    </main>
  );
}
