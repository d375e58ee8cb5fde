/** Which branch the visitor has just pushed, and may want to merge. */
import type { ContributionEvent } from '#api/types';

/** A pushed branch. */
export interface PushedBranch {
  /** The project of the branch: that of the page, or a fork of it. */
  projectId: number;
  name: string;
  /** Its newest commit. */
  sha: string;
  /** When it was pushed. */
  at: string;
}

/** A branch is offered for this long. */
const MAX_AGE_MS = 2 * 3_600_000;

/** A project whose branches may be offered. */
export interface PushedProject {
  id: number;
  default_branch?: string | null;
}

/** What of the pushes counts. */
export interface PushOptions {
  now: number;
  isDismissed: (branch: PushedBranch) => boolean;
}

/**
 * The branch of several projects that was pushed last, other than their default branches and those
 * removed since; undefined if that was long ago, or if the visitor has dismissed this push.
 */
export function newestPush(
  events: readonly ContributionEvent[],
  projects: readonly PushedProject[],
  { now, isDismissed }: PushOptions,
): PushedBranch | undefined {
  const byId = new Map(projects.map((project) => [project.id, project]));
  const removed = new Set<string>();
  for (const { project_id: projectId, push_data: push, created_at: at } of recentPushes(events, now)) {
    const project = byId.get(projectId);
    if (!project || push?.ref_type !== 'branch' || push.ref === null || push.ref === project.default_branch) continue;
    const key = `${projectId} ${push.ref}`;
    if (removed.has(key)) continue;
    if (push.commit_to === null) {
      removed.add(key);
      continue;
    }
    const branch = { projectId, name: push.ref, sha: push.commit_to, at };
    return isDismissed(branch) ? undefined : branch;
  }
  return undefined;
}

/** Whether a push to another project than this one is recent enough to be offered. */
export function hasPushElsewhere(events: readonly ContributionEvent[], projectId: number, now: number): boolean {
  return recentPushes(events, now).some(({ project_id: id }) => id !== projectId);
}

function recentPushes(events: readonly ContributionEvent[], now: number): ContributionEvent[] {
  return events.filter(({ created_at: at }) => now - Date.parse(at) <= MAX_AGE_MS);
}

/** Returns the key under which the browser remembers that a push was dismissed. */
export function dismissalKey({ projectId, name, sha }: PushedBranch): string {
  return `dismissed-push-${projectId}-${name}-${sha}`;
}
