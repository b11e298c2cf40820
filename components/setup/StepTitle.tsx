/** The page's title in the tab, which says so where there is something to correct. */
export function StepTitle({ title, hasErrors = false }: { title: string; hasErrors?: boolean }) {
  return <title>{`${hasErrors ? "Error: " : ""}${title}`}</title>;
}
