import { PushPolicyServiceDefinition } from '@forgemesh/proto/projects/v1/push_policy';
import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { findPushRule, presentPushRule } from '#projects/push-rules';
import type { InternalProjectsDeps } from './deps';

/** Minimum license tier for push rules. */
const RULE_TIER = 1;

/** Gets the rules that apply to pushes and commits to a project. */
export const getPushPolicy = internalOperation(
  PushPolicyServiceDefinition.getPushPolicy,
  async ({ project_id: projectId, tier }, { deps }: Call<InternalProjectsDeps>) => {
    const rule = tier < RULE_TIER ? null : await deps.pushRuleCache.get(projectId, () => findPushRule(deps, projectId));
    return { push_rule: rule ? (presentPushRule(rule, tier) as PushRule) : undefined };
  },
);
