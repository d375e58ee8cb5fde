import { BadRequestError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { locateRepository } from '../../commits/commits/resolve-commit';
import type { RefUpdate } from '@forgemesh/git-engine';
import type { Repositories } from '../../deps';
import { judgeByPushRule } from './judge-by-push-rule';

/**
 * Holds a change that an operation of the API makes against the push rule of its project. Throws
 * BadRequestError with the rule's text.
 */
export function assertKeepsPushRule(call: Call<Repositories>, update: RefUpdate): Promise<void> {
  return pushRuleJudge(call)(update);
}

/**
 * The same for a change that is yet to be built: the rule is asked for now, so that it is known by
 * then.
 */
export function pushRuleJudge(call: Call<Repositories>): (update: RefUpdate) => Promise<void> {
  const { project_id, repo } = locateRepository(call);
  const { tier } = call.context;
  const policy = call.deps.clients.pushPolicy.getPushPolicy({ project_id, tier });
  // Told to whoever waits for it; a change that is refused for other reasons never does.
  policy.catch(() => undefined);
  return async (update) => {
    const refusal = await judgeByPushRule(call.deps, {
      ...{ project_id, repo, tier, policy },
      updates: [update],
      user_id: call.user?.id ?? null,
      default_branch: call.resource().default_branch,
      door: 'api',
      quarantine_env: {},
    });
    if (refusal !== null) throw new BadRequestError(refusal);
  };
}
