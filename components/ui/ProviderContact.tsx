/** For the end of a sentence: "Harbour College at office@…". */
export function ProviderContact({ provider }: { provider: { name: string; email: string } }) {
  const { name, email } = provider;
  if (email === "") return name;
  return (
    <>
      {name} at <a href={`mailto:${email}`}>{email}</a>
    </>
  );
}
