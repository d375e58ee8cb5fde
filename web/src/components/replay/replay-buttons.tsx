import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useProjectLevel } from '#data/access';
import { useProject } from '#data/project-context';
import { Level } from '#lib/levels';
import { ReplayDialog } from './replay-dialog';
import type { ReplayedCommit, ReplayKind } from './replay-texts';

/** Buttons that revert and cherry-pick a commit, for those who may push. */
export function ReplayButtons({ commit, className = 'button' }: { commit: ReplayedCommit; className?: string }) {
  const project = useProject();
  const level = useProjectLevel(project);
  const [kind, setKind] = useState<ReplayKind>();
  if (level < Level.developer || project.archived) return null;
  return (
    <>
      <button type="button" className={className} onClick={() => setKind('revert')}>
        <Trans>Revert</Trans>
      </button>
      <button type="button" className={className} onClick={() => setKind('cherry-pick')}>
        <Trans>Cherry-pick</Trans>
      </button>
      {kind && <ReplayDialog kind={kind} commit={commit} close={() => setKind(undefined)} />}
    </>
  );
}
