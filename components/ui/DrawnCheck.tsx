/** A check mark that draws itself once; where motion is reduced, and in print, it is simply there. */
export function DrawnCheck() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 56 56"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-14 shrink-0 text-success"
    >
      <circle
        cx="28"
        cy="28"
        r="26"
        pathLength="1"
        strokeDasharray="1"
        className="-rotate-90 origin-center animate-draw fill-success-tint"
      />
      <path
        d="M17 29l8 8 15-17"
        pathLength="1"
        strokeDasharray="1"
        className="animate-draw [animation-delay:350ms]"
      />
    </svg>
  );
}
