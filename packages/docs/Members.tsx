import { Disclosure } from "../../components/ui/Disclosure";
import type { Member, Shape } from "./shape";
import { InlineCode, Ticked } from "./Ticked";

interface MembersProps {
  members: readonly Member[];
  /** Leaves out bounds and required marks, which matter for requests only. */
  isAnswer?: boolean;
  /** Shows the members of members, with theirs folded. */
  unfolded?: boolean;
}

export function Members({ members, isAnswer = false, unfolded = false }: MembersProps) {
  return (
    <ul className="divide-y divide-divider border-divider border-y">
      {members.map((member) => (
        <li key={member.name} className="max-w-none py-3">
          <MemberHead name={member.name} required={!isAnswer && member.required} type={member.shape.type} />
          <ShapeText shape={member.shape} withRules={!isAnswer} />
          <Inner member={member} isAnswer={isAnswer} unfolded={unfolded} />
        </li>
      ))}
    </ul>
  );
}

interface InnerProps {
  member: Member;
  isAnswer: boolean;
  unfolded: boolean;
}

function Inner({ member: { name, shape }, isAnswer, unfolded }: InnerProps) {
  if (shape.members.length === 0) return null;
  const inner = (
    <div className="mt-2 border-divider border-l pl-4">
      <Members members={shape.members} isAnswer={isAnswer} />
    </div>
  );
  return unfolded ? inner : <Disclosure label={`Members of ${name}`}>{inner}</Disclosure>;
}

export function MemberHead({ name, required, type }: { name: string; required: boolean; type: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <code className="break-all font-semibold text-sm">{name}</code>
      <span className="text-muted text-sm">{type}</span>
      {required && <span className="font-medium text-sm text-warning">Required</span>}
    </p>
  );
}

interface ShapeTextProps {
  shape: Shape;
  withRules?: boolean;
}

export function ShapeText({ shape: { description, rules, options }, withRules = true }: ShapeTextProps) {
  return (
    <div className="space-y-1 text-sm">
      {description && (
        <p>
          <Ticked>{description}</Ticked>
        </p>
      )}
      {withRules && rules.length > 0 && <p className="break-words text-muted">{rules.join(" · ")}</p>}
      {options.length > 0 && (
        <ul className="flex flex-wrap gap-x-2 gap-y-1" aria-label="Values">
          {options.map((option) => (
            <li key={option} className="min-w-0">
              <InlineCode>{option}</InlineCode>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
