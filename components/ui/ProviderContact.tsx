/** Whom to ask, at the end of a sentence: the provider, and its address where it gave one. */
export function ProviderContact({
  provider: { name, email },
}: {
  provider: { name: string; email: string };
}) {
  if (email === "") return name;
  return (
    <>
      {name} at <a href={`mailto:${email}`}>{email}</a>
    </>
  );
}
