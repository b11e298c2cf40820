import { EventsPage } from "./EventsPage";
import { GuidePage } from "./GuidePage";
import { LostPage } from "./LostPage";
import { Operation } from "./Operation";
import { ProblemPage } from "./Problem";
import { ProblemsPage } from "./ProblemsPage";
import { ReferencePage } from "./ReferencePage";
import { SearchPage } from "./SearchPage";
import type { DocsView } from "./view";

export function DocsPage({ view }: { view: DocsView }) {
  switch (view.kind) {
    case "guide":
      return <GuidePage {...view} />;
    case "reference":
      return <ReferencePage {...view} />;
    case "operation":
      return <Operation {...view} />;
    case "events":
      return <EventsPage {...view} />;
    case "problems":
      return <ProblemsPage {...view} />;
    case "problem":
      return <ProblemPage {...view} />;
    case "search":
      return <SearchPage {...view} />;
    case "lost":
      return <LostPage />;
  }
}
