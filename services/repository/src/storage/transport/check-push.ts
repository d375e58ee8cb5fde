import { canPush } from '@forgemesh/access';
import {
  BRANCHES,
  type PreReceiveRequest,
  type PreReceiveResult,
  type RefUpdate,
  TAGS,
  zeroId,
} from '@forgemesh/git-engine';
import { checkRefChange, type Protection, protectionsOf, withGrant } from '#access';
import { grantedBranches, listProtectionsFor } from '#refs/protected-branches';
import { listTagProtectionsFor } from '#refs/protected-tags';
import type { PushRuleRequest } from '#refs/push-rules';
import { READ_ONLY } from '#storage';
import type { GitActor } from './git-actor';
import type { TransportDeps } from './deps';

/** Checks a push with all its refs while its objects are in quarantine. */
export async function checkPush(deps: TransportDeps, request: PreReceiveRequest): Promise<PreReceiveResult> {
  const actor = request.actor as GitActor;
  const { storages, activity } = deps;
  if (activity.isLocked(storages.locate(actor.project_id, actor.storage, actor.kind).repo))
    return { accepted: false, message: READ_ONLY };
  const isWiki = actor.kind === 'wiki';
  const changes = (prefix: string): boolean => !isWiki && request.updates.some(({ ref }) => ref.startsWith(prefix));
  const user = actor.user_id === null ? null : { id: actor.user_id, admin: actor.admin };
  const [protections, tagProtections] = await Promise.all([
    changes(BRANCHES) ? listProtectionsFor(deps, actor.project_id, user) : [],
    changes(TAGS) ? listTagProtectionsFor(deps, actor.project_id, user) : [],
  ]);
  const granted = await grantedRefs(deps, actor, request.updates);
  for (const update of request.updates) {
    const forced = await isForced(deps, request, update, protections);
    const subject = granted.has(update.ref) ? withGrant(actor.subject) : actor.subject;
    const refusal = checkRefChange(subject, { ...update, forced }, protections, 'git', tagProtections);
    if (refusal !== null) return { accepted: false, message: refusal };
  }
  const push = createPushRuleRequest(actor, request);
  const refusal = isWiki ? null : await checkContent(deps, actor, push);
  if (refusal !== null) return { accepted: false, message: refusal };
  return { accepted: true };
}

/** The error message for the first rule that the new commits break, or null. */
async function checkContent(
  { pushRules }: TransportDeps,
  { has_lfs }: GitActor,
  push: PushRuleRequest,
): Promise<string | null> {
  // A large push has many objects to check, which goes on while the rules are fetched and checked.
  const lfs = has_lfs ? pushRules.checkLfs(push) : null;
  lfs?.catch(() => undefined);
  return (await pushRules.check(push)) ?? (await pushRules.checkCodeOwners(push)) ?? lfs;
}

/**
 * Refs of a push that merge requests allow the caller to update; creating and deleting refs is
 * excluded.
 */
async function grantedRefs(
  deps: TransportDeps,
  { kind, project_id, subject, user_id: id, admin, external }: GitActor,
  updates: readonly RefUpdate[],
): Promise<ReadonlySet<string>> {
  if (kind === 'wiki' || id === null || canPush(subject) || subject.archived) return new Set();
  const branches = await grantedBranches(deps, { id, admin, external }, project_id);
  const moved = updates.filter(({ old, new: next }) => old !== zeroId && next !== zeroId);
  return new Set(moved.map(({ ref }) => ref).filter((ref) => branches.has(ref.slice(BRANCHES.length))));
}

function createPushRuleRequest(actor: GitActor, { repo, updates, quarantineEnv }: PreReceiveRequest): PushRuleRequest {
  const { project_id, user_id, tier, subject } = actor;
  const { default_branch } = subject;
  return { project_id, repo, updates, user_id, tier, default_branch, source: 'git', quarantine_env: quarantineEnv };
}

/** Whether commits would be lost; checked only if it matters, because it starts git. */
async function isForced(
  { transportGit }: TransportDeps,
  { repo, quarantineEnv }: PreReceiveRequest,
  { ref, old, new: next }: RefUpdate,
  protections: readonly Protection[],
): Promise<boolean> {
  if (old === zeroId || next === zeroId || !ref.startsWith(BRANCHES)) return false;
  if (protectionsOf(ref.slice(BRANCHES.length), protections).length === 0) return false;
  const query = { repo, old, new: next, quarantine_env: quarantineEnv };
  return !(await transportGit.isFastForward(query)).is_fast_forward;
}
