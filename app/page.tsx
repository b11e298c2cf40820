import { StartPage } from "../components/StartPage";

export default function Home() {
  return <StartPage />;
}
