/** Which branch the visitor has just pushed, and may want to merge. */
import type { ContributionEvent } from '#api/types';

/** A pushed branch. */
export interface PushedBranch {
  name: string;
  /** Its newest commit. */
  sha: string;
  /** When it was pushed. */
  at: string;
}

/** A branch is offered for this long. */
const MAX_AGE_MS = 2 * 3_600_000;

/**
 * The branch of a project that was pushed last, other than the default branch and those removed
 * since; undefined if that was long ago, or if the visitor has dismissed this push.
 */
export function newestPush(
  events: readonly ContributionEvent[],
  project: { id: number; default_branch?: string | null },
  { now, isDismissed }: { now: number; isDismissed: (branch: PushedBranch) => boolean },
): PushedBranch | undefined {
  const pushes = events.filter(
    ({ project_id: id, push_data: push }) => id === project.id && push?.ref_type === 'branch' && push.ref !== null,
  );
  const removed = new Set<string>();
  for (const { push_data: push, created_at: at } of pushes) {
    if (now - Date.parse(at) > MAX_AGE_MS) return undefined;
    if (!push?.ref || push.ref === project.default_branch || removed.has(push.ref)) continue;
    if (push.commit_to === null) {
      removed.add(push.ref);
      continue;
    }
    const branch = { name: push.ref, sha: push.commit_to, at };
    return isDismissed(branch) ? undefined : branch;
  }
  return undefined;
}

/** Returns the key under which the browser remembers that a push was dismissed. */
export function dismissalKey(projectId: number, { name, sha }: PushedBranch): string {
  return `dismissed-push-${projectId}-${name}-${sha}`;
}
