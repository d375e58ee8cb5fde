import { BadRequestError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { locateRepository } from '#commits/resolve-commit';
import type { RefUpdate } from '@forgemesh/git-engine';
import { checkCodeOwners } from '#content/code-owners/check-code-owners';
import type { Repositories } from '#deps';
import { checkPushRule } from './check-push-rule';

/**
 * Checks a change of an API operation against the project's push rule, and that it changes no files
 * whose owners must approve. Throws BadRequestError with the message.
 */
export function assertPushRule(call: Call<Repositories>, update: RefUpdate): Promise<void> {
  return createPushRuleCheck(call)(update);
}

/** Creates a check for a change that is not built yet. The rule is fetched in the meantime. */
export function createPushRuleCheck(call: Call<Repositories>): (update: RefUpdate) => Promise<void> {
  const { project_id, repo } = locateRepository(call);
  const { tier } = call.context;
  const policy = call.deps.clients.pushPolicy.getPushPolicy({ project_id, tier });
  // The check reports the failure; without it, for example after another refusal, the failure does
  // not matter.
  policy.catch(() => undefined);
  return async (update) => {
    let refusal = await checkPushRule(call.deps, {
      project_id,
      repo,
      tier,
      policy,
      updates: [update],
      user_id: call.user?.id ?? null,
      default_branch: call.resource().default_branch,
      source: 'api',
      quarantine_env: {},
    });
    const owned = { project_id, repo, tier, updates: [update] };
    refusal ??= await checkCodeOwners(call.deps, owned);
    if (refusal !== null) throw new BadRequestError(refusal);
  };
}
