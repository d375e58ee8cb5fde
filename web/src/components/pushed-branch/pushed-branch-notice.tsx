/** Offers a merge request for the branch that the visitor has just pushed. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { GitBranch, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Project } from '#api/types';
import { useProjectLevel } from '#data/access';
import { branchKeys, getBranch } from '#data/branches';
import { eventKeys, listEvents } from '#data/events';
import { listProjectMergeRequests, mergeRequestKeys } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { listProjectForks, projectKeys } from '#data/projects';
import { ApiError } from '#lib/api-error';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useIsIdle } from '#lib/use-is-idle';
import { useIsSignedIn } from '#session/use-session';
import { RelativeTime } from '../relative-time';
import { dismissalKey, hasPushElsewhere, newestPush, type PushedBranch } from './pushed-branch';
import styles from './pushed-branch.module.css';

interface PushedBranchNoticeProps {
  /** Whether the project may have another branch than its default branch. */
  hasBranches?: boolean;
}

/** Shows the notice, once the page has been shown. */
export function PushedBranchNotice({ hasBranches = true }: PushedBranchNoticeProps) {
  const project = useProject();
  const { branch, fork, dismiss } = useOfferedBranch(hasBranches);
  if (!branch) return null;
  const path = fork?.path_with_namespace ?? project.path_with_namespace;
  const params = new URLSearchParams({ 'merge_request[source_branch]': branch.name });
  const name = (
    <Link className="mono" to={projectPath(path, 'tree', branch.name)}>
      {branch.name}
    </Link>
  );
  const time = <RelativeTime time={branch.at} />;
  return (
    <section className={`notice ${styles.notice}`} aria-label={t`Pushed branch`}>
      <GitBranch size={16} aria-hidden="true" />
      <p className="grow">
        {fork ? (
          <Trans>
            You pushed {name} to <Link to={projectPath(path)}>{path}</Link> {time}.
          </Trans>
        ) : (
          <Trans>
            You pushed {name} {time}.
          </Trans>
        )}
      </p>
      <Link
        className="button button-primary button-small"
        to={`${projectPath(path, 'merge_requests', 'new')}?${params.toString()}`}
      >
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

interface OfferedBranch {
  /** Undefined: nothing is offered. */
  branch: PushedBranch | undefined;
  /** The fork that has the branch; undefined for a branch of the project. */
  fork: Project | undefined;
  /** Hides the notice of this push. */
  dismiss: () => void;
}

/**
 * The branch that is offered. The pushes are loaded only where one can be offered: the project has
 * other branches and the visitor may push to them, or it has forks.
 */
function useOfferedBranch(hasBranches: boolean): OfferedBranch {
  const project = useProject();
  const isIdle = useIsIdle();
  const isSignedIn = useIsSignedIn();
  const canPush = useProjectLevel(project) >= Level.developer;
  const isOpen = isIdle && !project.archived && project.merge_requests_enabled === true;
  const hasForks = isSignedIn && project.forks_count > 0;
  const [dismissals, setDismissals] = useState(0);
  const { data: events = [], dataUpdatedAt: now } = useQuery({
    queryKey: eventKeys.ownPushes,
    queryFn: () => listEvents({ action: 'pushed', per_page: 20 }),
    enabled: isOpen && ((canPush && hasBranches) || hasForks),
    staleTime: 30_000,
  });
  const { data: forks = [], isLoading } = useQuery({
    queryKey: projectKeys.pushableForks(project.id),
    queryFn: () =>
      listProjectForks(project.id, {
        min_access_level: Level.developer,
        archived: false,
        with_merge_requests_enabled: true,
        order_by: 'last_activity_at',
        per_page: 20,
      }),
    enabled: isOpen && hasForks && hasPushElsewhere(events, project.id, now),
    staleTime: 60_000,
  });
  const found = isLoading
    ? undefined
    : newestPush(events, canPush ? [project, ...forks] : forks, {
        now,
        isDismissed: (pushed) => localStorage.getItem(dismissalKey(pushed)) !== null,
      });
  const isOffered = useIsUnmerged(found);
  const branch = isOffered ? found : undefined;
  return {
    branch,
    fork: forks.find(({ id }) => id === branch?.projectId),
    dismiss() {
      if (!branch) return;
      localStorage.setItem(dismissalKey(branch), '1');
      setDismissals(dismissals + 1);
    },
  };
}

/**
 * Whether a branch exists, is not merged, and has no merge request to the project of the page for
 * its newest commit.
 */
function useIsUnmerged(branch: PushedBranch | undefined): boolean {
  const project = useProject();
  const name = branch?.name ?? '';
  const source = branch?.projectId ?? project.id;
  const { data: found } = useQuery({
    queryKey: branchKeys.one(source, name),
    queryFn: () => getBranch(source, name),
    enabled: name !== '',
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
  });
  const { data: requests } = useQuery({
    queryKey: mergeRequestKeys.ofBranches(project.id, name, ''),
    queryFn: () => listProjectMergeRequests(project.id, { source_branch: name, per_page: 20 }),
    enabled: found?.merged === false,
  });
  if (!found || found.merged || !requests) return false;
  return requests.items
    .filter(({ source_project_id: id }) => id === source)
    .every(({ state, sha }) => state !== 'opened' && sha !== found.commit?.id);
}
