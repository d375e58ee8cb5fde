import { BadRequestError, type Call } from '@forgemesh/kit';
import { locateRepository } from '../commits/resolve-commit';
import type { RefUpdate } from '../git/write/ref-transactions';
import type { Repositories } from '../service';
import { judgeByPushRule } from './judge-by-push-rule';

/** Holds a change that an operation of the API makes against the push rule of its project. Throws BadRequestError with the rule's text. */
export async function assertKeepsPushRule(call: Call<Repositories>, update: RefUpdate): Promise<void> {
  const { project_id, repo } = locateRepository(call);
  const refusal = await judgeByPushRule(call.deps, {
    project_id,
    repo,
    updates: [update],
    user_id: call.user?.id ?? null,
    tier: call.context.tier,
    default_branch: call.resource().default_branch,
    door: 'api',
    quarantine_env: {},
  });
  if (refusal !== null) throw new BadRequestError(refusal);
}
