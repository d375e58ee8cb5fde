import { zeroId, type PreReceiveRequest, type PreReceiveVerdict, type RefUpdate } from '@forgemesh/git-engine';
import { mayPushCode, protectionsOf, refuseChange, withGrant, type Protection } from '../../access/policy';
import { listProtections } from '../../refs/protected-branches/list-protections';
import { listTagProtections } from '../../refs/protected-tags/list-tag-protections';
import { grantedBranches } from '../../access/push-grants';
import { judgeByPushRule } from '../../refs/push-rules/judge-by-push-rule';
import type { RuledPush } from '../../refs/push-rules/ruled-push';
import { recordIntents } from '../../refs/ref-changes/record-intents';
import type { RefChangeDocument } from '../../refs/ref-changes/ref-change.model';
import { READ_ONLY } from '../repository-use';
import type { Repositories } from '../../deps';
import type { GitActor } from './git-actor';

const BRANCHES = 'refs/heads/';

/** The verdict on a push, and the intents that were recorded where it is accepted. */
export interface Judgement {
  verdict: PreReceiveVerdict;
  intents: RefChangeDocument[];
}

/** Decides a push, all its refs together, while its objects are still in quarantine. */
export async function judgePush(repositories: Repositories, request: PreReceiveRequest): Promise<Judgement> {
  const actor = request.actor as GitActor;
  const isWiki = actor.kind === 'wiki';
  const [protections, tagProtections] = await Promise.all([
    isWiki ? [] : listProtections(repositories, actor.project_id),
    isWiki ? [] : listTagProtections(repositories, actor.project_id),
  ]);
  const granted = await grantedRefs(repositories, actor, request.updates);
  for (const update of request.updates) {
    const forced = await isForced(repositories, request, update, protections);
    const subject = granted.has(update.ref) ? withGrant(actor.subject) : actor.subject;
    const refusal = refuseChange(subject, { ...update, forced }, protections, 'git', tagProtections);
    if (refusal !== null) return { verdict: { accepted: false, message: refusal }, intents: [] };
  }
  const refusal = isWiki ? null : await judgeByPushRule(repositories, ruledPush(actor, request));
  if (refusal !== null) return { verdict: { accepted: false, message: refusal }, intents: [] };
  return accept(repositories, request, actor);
}

/**
 * Git moves the refs itself, unasked: whoever closes the repository must find the intents, or this
 * push must find it closed.
 */
async function accept(
  repositories: Repositories,
  { updates, pushOptions }: PreReceiveRequest,
  actor: GitActor,
): Promise<Judgement> {
  const { storages, use, refChanges } = repositories;
  const location = storages.locate(actor.project_id, actor.storage, actor.kind);
  const readOnly: Judgement = { verdict: { accepted: false, message: READ_ONLY }, intents: [] };
  if (use.isClosed(location.repo)) return readOnly;
  const intents = await recordIntents(repositories, {
    location,
    changes: updates,
    actor,
    may_be_default: actor.kind === 'project' && actor.subject.default_branch === '',
    push_options: pushOptions,
  });
  if (!use.isClosed(location.repo)) return { verdict: { accepted: true }, intents };
  await refChanges.model.deleteMany({ _id: { $in: intents.map(({ _id }) => _id) }, version: 1 });
  return readOnly;
}

/**
 * Refs of a push that merge requests let the caller move; none of them is made or removed by that.
 */
async function grantedRefs(
  repositories: Repositories,
  { kind, project_id, subject, user_id: id, admin, external }: GitActor,
  updates: readonly RefUpdate[],
): Promise<ReadonlySet<string>> {
  if (kind === 'wiki' || id === null || mayPushCode(subject) || subject.archived) return new Set();
  const branches = await grantedBranches(repositories, { id, admin, external }, project_id);
  const moved = updates.filter(({ old, new: next }) => old !== zeroId && next !== zeroId);
  return new Set(moved.map(({ ref }) => ref).filter((ref) => branches.has(ref.slice(BRANCHES.length))));
}

function ruledPush(actor: GitActor, { repo, updates, quarantineEnv }: PreReceiveRequest): RuledPush {
  const { project_id, user_id, tier, subject } = actor;
  const { default_branch } = subject;
  return { project_id, repo, updates, user_id, tier, default_branch, door: 'git', quarantine_env: quarantineEnv };
}

/** Whether commits would be lost; asked only where it matters, since it starts git. */
async function isForced(
  { transportGit }: Repositories,
  { repo, quarantineEnv }: PreReceiveRequest,
  { ref, old, new: next }: RefUpdate,
  protections: readonly Protection[],
): Promise<boolean> {
  if (old === zeroId || next === zeroId || !ref.startsWith(BRANCHES)) return false;
  if (protectionsOf(ref.slice(BRANCHES.length), protections).length === 0) return false;
  const query = { repo, old, new: next, quarantine_env: quarantineEnv };
  return !(await transportGit.isFastForward(query)).is_fast_forward;
}
