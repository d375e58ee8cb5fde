/** Resolves the approvers that a request names for a rule. */
import type { Call } from '@forgemesh/rpc';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { loadLevels } from './approver-permissions';
import type { StoredRule } from './rule';
import type { RulesDeps } from './deps';

/** Approvers that a request names. An absent list stays unchanged. */
export interface RequestedApprovers {
  user_ids?: number[] | undefined;
  group_ids?: number[] | undefined;
}

/** Computes the new users and groups of a rule from its current ones. */
export type ApplyApprovers = (rule: RequestedApprovers) => Pick<StoredRule, 'user_ids' | 'group_ids'>;

/**
 * Keeps the requested users who are members of the project and the requested groups that the caller
 * can see. Groups of the current rule that the caller cannot see are kept. `rules` are the rules
 * that may be changed.
 */
export async function resolveApprovers(
  call: Call<RulesDeps>,
  requested: RequestedApprovers,
  rules: readonly StoredRule[] = [],
): Promise<ApplyApprovers> {
  const { deps } = call;
  const groupIds = [...(requested.group_ids ?? []), ...rules.flatMap((rule) => rule.group_ids)];
  const [levels, visible] = await Promise.all([
    loadLevels(deps, call.resource('id').id, requested.user_ids ?? []),
    visibleGroups(call, groupIds),
  ]);
  const users = requested.user_ids && [...new Set(requested.user_ids)].filter((id) => (levels.get(id) ?? 0) > 0);
  const groups = requested.group_ids && [...new Set(requested.group_ids)].filter((id) => visible.has(id));
  return ({ user_ids: oldUsers = [], group_ids: oldGroups = [] }) => ({
    user_ids: users ?? oldUsers,
    group_ids: groups ? [...new Set([...groups, ...oldGroups.filter((id) => !visible.has(id))])] : oldGroups,
  });
}

/** Ids of the groups that the caller can see. */
export async function visibleGroups(call: Call<RulesDeps>, ids: readonly number[]): Promise<Set<number>> {
  const requested = [...new Set(ids)];
  if (requested.length === 0) return new Set();
  const { user, deps } = call;
  const subject = { user_id: user?.id, admin: user?.admin ?? false, external: user?.external ?? false };
  const references = requested.map((id) => ({ kind: ReferenceKind.REFERENCE_KIND_GROUP, ref: String(id) }));
  const { resources } = await deps.clients.access.authorize({ subject, references });
  return new Set(requested.filter((_id, index) => resources[index]?.found));
}
