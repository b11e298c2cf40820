import { Prose } from "./Markdown";
import { Method } from "./Operation";
import { operationPath, type Reference } from "./reference";

export function ReferencePage({ reference }: { reference: Omit<Reference, "webhooks"> }) {
  const { groups, server, description } = reference;
  return (
    <div className="max-w-[46rem] space-y-10">
      <div className="space-y-4">
        <h1>API reference</h1>
        <Prose>{description}</Prose>
        <p>
          The base address is <code className="break-all text-sm">{server}</code>. These pages are made from
          the <a href="/openapi.json">OpenAPI document</a>, which is made from the schemas that check every
          request.
        </p>
      </div>
      {groups.map((group) => (
        <section key={group.name} aria-label={group.name} className="space-y-4">
          <h2 id={group.name.toLowerCase()}>{group.name}</h2>
          <Prose>{group.description}</Prose>
          <ul className="divide-y divide-divider border-divider border-y">
            {group.operations.map((one) => (
              <li key={one.id} className="max-w-none space-y-0.5 py-3">
                <p className="font-medium">
                  <a href={operationPath(one.id)}>{one.summary}</a>
                </p>
                <p className="text-muted">
                  <Method method={one.method} path={one.path} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
