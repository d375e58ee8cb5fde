import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import { BRANCHES, type RefUpdate, TAGS, zeroId } from '@forgemesh/git-engine';
import type { ChangeSource } from '#access';
import type { RulePatterns } from './rule-patterns';

/**
 * Checks a ref change against a rule: the error message, or null. The default branch may have any
 * name.
 */
export function checkRef(
  { ref, new: next }: RefUpdate,
  rule: PushRule,
  { branchName }: RulePatterns,
  { source, default_branch }: { source: ChangeSource; default_branch: string },
): string | null {
  const isDeletion = next === zeroId;
  if (isDeletion)
    return rule.deny_delete_tag && source === 'git' && ref.startsWith(TAGS) ? 'You cannot delete a tag' : null;
  if (!branchName || !ref.startsWith(BRANCHES)) return null;
  const branch = ref.slice(BRANCHES.length);
  if (branch === default_branch || branchName.accepts(branch)) return null;
  return `Branch name does not follow the pattern '${branchName.source}'`;
}
