import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import { zeroId, type RefUpdate } from '@forgemesh/git-engine';
import type { Door } from '../../access/policy';
import type { RulePatterns } from './rule-patterns';

const BRANCHES = 'refs/heads/';
const TAGS = 'refs/tags/';

/**
 * What a rule has against a change of a ref; null for nothing. The default branch may have any
 * name.
 */
export function refuseRef(
  { ref, new: next }: RefUpdate,
  rule: PushRule,
  { branchName }: RulePatterns,
  { door, default_branch }: { door: Door; default_branch: string },
): string | null {
  const isDeletion = next === zeroId;
  if (isDeletion)
    return rule.deny_delete_tag && door === 'git' && ref.startsWith(TAGS) ? 'You cannot delete a tag' : null;
  if (!branchName || !ref.startsWith(BRANCHES)) return null;
  const branch = ref.slice(BRANCHES.length);
  if (branch === default_branch || branchName.isIn(branch)) return null;
  return `Branch name does not follow the pattern '${branchName.source}'`;
}
