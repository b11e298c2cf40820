export const dynamic = "force-dynamic";

export const metadata = { title: "Floor" };

/** The least that Next can draw for a request: our pages are measured against it. */
export default function Page() {
  return <p>Hello</p>;
}
