/**
 * Rights to push that open merge requests give: who may merge them may push to their source
 * branches, if their authors said so.
 */
import type { Principal } from '@forgemesh/telemetry';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { mayMergeInto, mayPushCode, protectionsOf, withGrant, type PushSubject } from './policy';
import { listProtections } from '../refs/protected-branches/list-protections';
import type { Repositories } from '../deps';

/** A user as far as rights go. */
export type Pusher = Pick<Principal, 'id' | 'admin' | 'external'>;

const NONE: ReadonlySet<string> = new Set();

/**
 * Branches that a user without the right to push to their project may move all the same. Private
 * forks and protected branches give none.
 */
export async function grantedBranches(
  deps: Repositories,
  user: Pusher | null,
  projectId: number,
): Promise<ReadonlySet<string>> {
  if (user === null) return NONE;
  const { grants } = await deps.clients.pushGrants.listPushGrants({ source_project_id: projectId });
  if (grants.length === 0) return NONE;
  const targetIds = [...new Set(grants.map(({ target_project_id: id }) => id))];
  const { resources } = await deps.clients.access.authorize({
    subject: { user_id: user.id, admin: user.admin, external: user.external },
    references: [projectId, ...targetIds].map((id) => ({
      kind: ReferenceKind.REFERENCE_KIND_PROJECT,
      ref: String(id),
    })),
  });
  const [source, ...targets] = resources;
  if (!source?.found || source.archived || source.visibility === 'private') return NONE;
  const protections = await listProtections(deps, projectId);
  const granted = new Set<string>();
  for (const target of targets.filter((resource) => resource.found && mayPushCode(resource))) {
    const rules = await listProtections(deps, target.id);
    for (const { source_branch, target_project_id, target_branch } of grants)
      if (target_project_id === target.id && mayMergeInto(target, target_branch, rules)) granted.add(source_branch);
  }
  return new Set([...granted].filter((branch) => protectionsOf(branch, protections).length === 0));
}

/**
 * The caller as far as one branch goes: with the right of a developer where a merge request gives
 * him that.
 */
export async function pushSubjectFor<Subject extends PushSubject & { id: number }>(
  { deps, user }: { deps: Repositories; user: Pusher | null },
  subject: Subject,
  branch: string,
): Promise<Subject> {
  if (mayPushCode(subject) || subject.archived) return subject;
  const granted = await grantedBranches(deps, user, subject.id);
  return granted.has(branch) ? withGrant(subject) : subject;
}
