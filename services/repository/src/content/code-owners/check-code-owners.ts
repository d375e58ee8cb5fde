import { BRANCHES, type RefUpdate, zeroId } from '@forgemesh/git-engine';
import { protectionsOf } from '#access';
import { listProtections, PAID_TIER } from '#refs/protected-branches';
import { loadCodeOwners } from './load-code-owners';
import type { CodeOwnersDeps } from './deps';

/** Patterns that a message names. */
const MAX_PATTERNS = 10;

/** A push or API commit to check before its refs move. */
export interface OwnedPush {
  project_id: number;
  repo: string;
  updates: readonly RefUpdate[];
  /** License tier of the instance. */
  tier: number;
  quarantine_env?: Record<string, string>;
}

/** Whether code owners must approve merge requests into a branch. */
export async function requiresCodeOwners(
  deps: Pick<CodeOwnersDeps, 'protectedBranches' | 'protectionCache'>,
  projectId: number,
  branch: string,
): Promise<boolean> {
  const protections = await listProtections(deps, projectId);
  return protectionsOf(branch, protections).some(({ code_owner_approval_required: required }) => required);
}

/**
 * Checks that no update of an existing branch changes files whose owners must approve: null if it
 * is allowed, else the message.
 */
export async function checkCodeOwners(deps: CodeOwnersDeps, push: OwnedPush): Promise<string | null> {
  if (push.tier < PAID_TIER) return null;
  const moved = push.updates.filter(
    ({ ref, old, new: next }) => ref.startsWith(BRANCHES) && old !== zeroId && next !== zeroId,
  );
  for (const { ref, old, new: next } of moved) {
    if (!(await requiresCodeOwners(deps, push.project_id, ref.slice(BRANCHES.length)))) continue;
    const { repo, quarantine_env } = push;
    const change = { repo, owners_sha: old, from: old, to: next };
    const entries = await loadCodeOwners(deps, { ...change, ...(quarantine_env && { quarantine_env }) });
    const required = entries.filter(({ is_optional: isOptional }) => !isOptional);
    if (required.length > 0) return refusal(required.map(({ pattern }) => pattern));
  }
  return null;
}

function refusal(patterns: readonly string[]): string {
  const shown = [...new Set(patterns)].slice(0, MAX_PATTERNS).join(', ');
  return `Changes to files with code owners must be made in a merge request to this branch: ${shown}`;
}
