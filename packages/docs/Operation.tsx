import { Notice } from "../../components/ui/Notice";
import { callsOf } from "./calls";
import { figureOf, jsonFigure } from "./code";
import { Examples } from "./Examples";
import { Markdown } from "./Html";
import { MemberHead, Members, ShapeText } from "./Members";
import { Responses } from "./Responses";
import type { OperationEntry, ResponseEntry } from "./reference";

const KEYS = {
  required: "An API key is required",
  optional: "The API key is optional",
  none: "No API key is needed",
};

export function Operation({ operation, server }: { operation: OperationEntry; server: string }) {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  return (
    <div className="@min-[75rem]:grid @min-[75rem]:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] @min-[75rem]:gap-x-10">
      <div className="space-y-10">
        <div className="space-y-4">
          <h1>{operation.summary}</h1>
          <p>
            <Method method={operation.method} path={operation.path} />
          </p>
          {operation.deprecated && (
            <Notice kind="warning" title="Legacy">
              <p>New integrations use /v1 only.</p>
            </Notice>
          )}
          <Markdown>{operation.description}</Markdown>
          <p className="text-muted">
            {KEYS[operation.key]}
            {operation.key === "required" && (
              <>
                : <code className="break-words text-sm">Authorization: Bearer &lt;PROVIDER_API_KEY&gt;</code>
              </>
            )}
            .
          </p>
        </div>
        <Parameters operation={operation} />
        {operation.body && operation.body.shape.members.length > 0 && (
          <section aria-labelledby="body" className="space-y-4">
            <h2 id="body">Body{!operation.body.required && " (optional)"}</h2>
            <Members members={operation.body.shape.members} unfolded />
          </section>
        )}
        <Responses responses={operation.responses} />
      </div>
      <aside aria-label="Examples" className="mt-10 @min-[75rem]:mt-0">
        <div className="space-y-6 @min-[75rem]:sticky @min-[75rem]:top-6 @min-[75rem]:max-h-[calc(100svh-3rem)] @min-[75rem]:overflow-y-auto">
          <Examples
            title="Request"
            examples={callsOf(operation, server).map(({ title, codes }) => ({
              title,
              draw: (label) => figureOf(codes, label),
            }))}
          />
          {success && <Answer response={success} />}
        </div>
      </aside>
    </div>
  );
}

function Answer({ response }: { response: ResponseEntry }) {
  if (response.examples.length === 0) return null;
  return (
    <Examples
      title={`Answer ${response.status}`}
      examples={response.examples.map(({ summary, value }) => ({
        title: summary,
        draw: (label) => jsonFigure(value, label),
      }))}
    />
  );
}

function Parameters({ operation: { parameters } }: { operation: OperationEntry }) {
  if (parameters.length === 0) return null;
  return (
    <section aria-labelledby="parameters" className="space-y-4">
      <h2 id="parameters">Parameters</h2>
      <ul className="divide-y divide-divider border-divider border-y">
        {parameters.map((one) => (
          <li key={`${one.in} ${one.name}`} className="max-w-none py-3">
            <MemberHead name={one.name} required={one.required} type={`${one.shape.type}, in ${one.in}`} />
            <ShapeText shape={one.shape} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Method({ method, path }: { method: string; path: string }) {
  return (
    <code className="break-all text-sm">
      <strong className="font-semibold text-accent">{method}</strong> {path}
    </code>
  );
}
