import { CircleCheck, CircleDot, CircleX, GitMerge, GitPullRequest, Lock } from 'lucide-react';
import { stateNameOf, type StatefulKind } from './item-states';

const shapes = {
  opened: { tone: 'green', Icon: CircleDot },
  closed: { tone: 'red', Icon: CircleX },
  merged: { tone: 'purple', Icon: GitMerge },
  locked: { tone: 'amber', Icon: Lock },
  active: { tone: 'green', Icon: CircleCheck },
} as const;

/** The state of an issue, merge request, epic or milestone. */
export function StateBadge({ kind, state }: { kind: StatefulKind; state: string }) {
  const { tone, Icon } = shapes[state as keyof typeof shapes] ?? { tone: 'blue', Icon: CircleDot };
  const Shown = kind === 'merge_request' && state === 'opened' ? GitPullRequest : Icon;
  return (
    <span className={`badge badge-${tone}`}>
      <Shown size={13} aria-hidden="true" />
      {stateNameOf(kind, state)}
    </span>
  );
}
