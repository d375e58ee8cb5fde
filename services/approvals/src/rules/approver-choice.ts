/** Whom a caller may name in rules. */
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { ApprovalsCall } from '../operation';
import { readLevels } from './standing';
import type { StoredRule } from './rule';

/** What a caller wants to name; a list that is not there stays as it is. */
export interface WantedApprovers {
  user_ids?: number[] | undefined;
  group_ids?: number[] | undefined;
}

/** Computes the users and groups of a rule from those that it has. */
export type ApproverChoice = (rule: WantedApprovers) => Pick<StoredRule, 'user_ids' | 'group_ids'>;

/**
 * What may be named of what is wanted: members of the project, and groups that the caller may see.
 * Groups of the rule that he may not see stay. `rules` are those whose groups matter.
 */
export async function chooseApprovers(
  call: ApprovalsCall,
  wanted: WantedApprovers,
  rules: readonly StoredRule[] = [],
): Promise<ApproverChoice> {
  const { deps } = call;
  const groupIds = [...(wanted.group_ids ?? []), ...rules.flatMap((rule) => rule.group_ids)];
  const [levels, visible] = await Promise.all([
    readLevels(deps, call.resource('id').id, wanted.user_ids ?? []),
    visibleGroups(call, groupIds),
  ]);
  const users = wanted.user_ids && [...new Set(wanted.user_ids)].filter((id) => (levels.get(id) ?? 0) > 0);
  const groups = wanted.group_ids && [...new Set(wanted.group_ids)].filter((id) => visible.has(id));
  return ({ user_ids: oldUsers = [], group_ids: oldGroups = [] }) => ({
    user_ids: users ?? oldUsers,
    group_ids: groups ? [...new Set([...groups, ...oldGroups.filter((id) => !visible.has(id))])] : oldGroups,
  });
}

/** Those of some groups that the caller may see. */
export async function visibleGroups(call: ApprovalsCall, ids: readonly number[]): Promise<Set<number>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Set();
  const { user, deps } = call;
  const subject = { user_id: user?.id, admin: user?.admin ?? false, external: user?.external ?? false };
  const references = wanted.map((id) => ({ kind: ReferenceKind.REFERENCE_KIND_GROUP, ref: String(id) }));
  const { resources } = await deps.clients.access.authorize({ subject, references });
  return new Set(wanted.filter((_id, index) => resources[index]?.found));
}
