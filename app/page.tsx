export default function Home() {
  return (
    <main>
      <h1>Provider Checkout</h1>
    </main>
  );
}
