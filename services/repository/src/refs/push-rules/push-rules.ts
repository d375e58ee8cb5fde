/** Checks of new commits before their refs move, for pushes and operations of the API. */
import { BadRequestError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { RefUpdate } from '@forgemesh/git-engine';
import { checkCodeOwners, type OwnedPush } from '#content/code-owners';
import { checkLfsPush, type LfsPush } from '#content/lfs';
import { checkPushRule } from './check-push-rule';
import type { PushRuleRequest } from './push-rule-request';
import type { PushRulesDeps } from './deps';

/** Checks new commits. */
export interface PushRules {
  /**
   * Checks a push against the size limit of repositories and the project's push rule: the error
   * message, or null if it is allowed.
   */
  check(push: PushRuleRequest): Promise<string | null>;
  /**
   * Checks that no update of an existing branch changes files whose owners must approve: null if it
   * is allowed, else the message.
   */
  checkCodeOwners(push: OwnedPush): Promise<string | null>;
  /**
   * Checks the new Git LFS pointers of a push, and the locks of the files that it changes: null if
   * it is allowed, else the message.
   */
  checkLfs(push: LfsPush): Promise<string | null>;
  /**
   * Makes all checks for a change of an API operation. Throws BadRequestError with the message.
   */
  assertAllowed(call: Call<unknown>, update: RefUpdate): Promise<void>;
  /** Creates a check for a change that is not built yet. The rule is fetched in the meantime. */
  createCheck(call: Call<unknown>): (update: RefUpdate) => Promise<void>;
}

/** Creates the checks. */
export function createPushRules(deps: PushRulesDeps): PushRules {
  function createCheck(call: Call<unknown>): (update: RefUpdate) => Promise<void> {
    const { id, storage, default_branch, features } = call.resource();
    const hasLfs = features['lfs'] !== 'disabled';
    const { project_id, repo } = deps.storages.locate(id, storage);
    const { tier } = call.context;
    const policy = deps.clients.pushPolicy.getPushPolicy({ project_id, tier });
    // The check reports the failure; without it, for example after another refusal, the failure
    // does not matter.
    policy.catch(() => undefined);
    return async (update) => {
      let refusal = await checkPushRule(deps, {
        project_id,
        repo,
        tier,
        policy,
        updates: [update],
        user_id: call.user?.id ?? null,
        default_branch,
        source: 'api',
        quarantine_env: {},
      });
      const owned = { project_id, repo, tier, updates: [update] };
      refusal ??= await checkCodeOwners(deps, owned);
      const lfs = { ...owned, user_id: call.user?.id ?? null, quarantine_env: {} };
      if (hasLfs) refusal ??= await checkLfsPush(deps, deps.git, lfs);
      if (refusal !== null) throw new BadRequestError(refusal);
    };
  }

  return {
    check: (push) => checkPushRule(deps, push),
    checkCodeOwners: (push) => checkCodeOwners(deps, push),
    checkLfs: (push) => checkLfsPush(deps, deps.transportGit, push),
    assertAllowed: (call, update) => createCheck(call)(update),
    createCheck,
  };
}
