import { t } from '@lingui/core/macro';
import { CircleCheck, CircleDot, CircleX, GitMerge, GitPullRequest, Lock } from 'lucide-react';

const shapes = {
  opened: { text: t`Open`, tone: 'green', Icon: CircleDot },
  closed: { text: t`Closed`, tone: 'red', Icon: CircleX },
  merged: { text: t`Merged`, tone: 'purple', Icon: GitMerge },
  locked: { text: t`Locked`, tone: 'amber', Icon: Lock },
  active: { text: t`Active`, tone: 'green', Icon: CircleCheck },
} as const;

/** The state of an issue, merge request, epic or milestone. */
export function StateBadge({ state, isMergeRequest = false }: { state: string; isMergeRequest?: boolean }) {
  const { text, tone, Icon } = shapes[state as keyof typeof shapes] ?? { text: state, tone: 'blue', Icon: CircleDot };
  const Shown = isMergeRequest && state === 'opened' ? GitPullRequest : Icon;
  return (
    <span className={`badge badge-${tone}`}>
      <Shown size={13} aria-hidden="true" />
      {text}
    </span>
  );
}
