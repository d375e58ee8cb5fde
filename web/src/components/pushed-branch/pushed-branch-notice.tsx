/** Offers a merge request for the branch that the visitor has just pushed. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { GitBranch, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useProjectLevel } from '#data/access';
import { branchKeys, getBranch } from '#data/branches';
import { eventKeys, listEvents } from '#data/events';
import { listProjectMergeRequests, mergeRequestKeys } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { ApiError } from '#lib/api-error';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useIsIdle } from '#lib/use-is-idle';
import { RelativeTime } from '../relative-time';
import { dismissalKey, newestPush, type PushedBranch } from './pushed-branch';
import styles from './pushed-branch.module.css';

/** Shows the notice, once the page has been shown. */
export function PushedBranchNotice() {
  const project = useProject();
  const isIdle = useIsIdle();
  const level = useProjectLevel(project);
  const isEnabled = isIdle && level >= Level.developer && !project.archived && project.merge_requests_enabled === true;
  const [dismissals, setDismissals] = useState(0);
  const { data: events = [], dataUpdatedAt: loadedAt } = useQuery({
    queryKey: eventKeys.ownPushes,
    queryFn: () => listEvents({ action: 'pushed', per_page: 20 }),
    enabled: isEnabled,
    staleTime: 30_000,
  });
  const branch = newestPush(events, project, {
    now: loadedAt,
    isDismissed: (pushed) => localStorage.getItem(dismissalKey(project.id, pushed)) !== null,
  });
  const isOffered = useIsUnmerged(branch);
  if (!branch || !isOffered) return null;
  const dismiss = (): void => {
    localStorage.setItem(dismissalKey(project.id, branch), '1');
    setDismissals(dismissals + 1);
  };
  const params = new URLSearchParams({ 'merge_request[source_branch]': branch.name });
  const address = projectPath(project.path_with_namespace, 'merge_requests', 'new');
  return (
    <section className={`notice ${styles.notice}`} aria-label={t`Pushed branch`}>
      <GitBranch size={16} aria-hidden="true" />
      <p className="grow">
        <Trans>
          You pushed{' '}
          <Link className="mono" to={projectPath(project.path_with_namespace, 'tree', branch.name)}>
            {branch.name}
          </Link>{' '}
          <RelativeTime time={branch.at} />.
        </Trans>
      </p>
      <Link className="button button-primary button-small" to={`${address}?${params.toString()}`}>
        <Trans>Create merge request</Trans>
      </Link>
      <button
        type="button"
        className="button button-plain button-icon button-small"
        aria-label={t`Dismiss`}
        title={t`Dismiss`}
        onClick={dismiss}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </section>
  );
}

/** Whether a branch exists, is not merged, and has no merge request for its newest commit. */
function useIsUnmerged(branch: PushedBranch | undefined): boolean {
  const project = useProject();
  const name = branch?.name ?? '';
  const { data: found } = useQuery({
    queryKey: branchKeys.one(project.id, name),
    queryFn: () => getBranch(project.id, name),
    enabled: name !== '',
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
  });
  const { data: requests } = useQuery({
    queryKey: mergeRequestKeys.ofBranches(project.id, name, ''),
    queryFn: () => listProjectMergeRequests(project.id, { source_branch: name, per_page: 20 }),
    enabled: found?.merged === false,
  });
  if (!found || found.merged || !requests) return false;
  return requests.items.every(({ state, sha }) => state !== 'opened' && sha !== found.commit?.id);
}
