/**
 * Push rights granted by open merge requests: users who may merge them may push to their source
 * branches if the authors allowed it.
 */
import { canPush } from '@forgemesh/access';
import type { Principal } from '@forgemesh/telemetry';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { mayMergeInto, protectionsOf, type PushSubject, withGrant } from '#access';
import { listProtections, listProtectionsFor } from './list-protections';
import type { ProtectedBranchesDeps } from './deps';

type Deps = Pick<ProtectedBranchesDeps, 'clients' | 'protectedBranches' | 'protectionCache'>;

/** The user fields needed for permission checks. */
export type Pusher = Pick<Principal, 'id' | 'admin' | 'external'>;

const NONE: ReadonlySet<string> = new Set();

/**
 * Branches to which a user without push rights on the project may push. Private forks and protected
 * branches are excluded.
 */
export async function grantedBranches(
  deps: Deps,
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
  for (const target of targets.filter((resource) => resource.found && canPush(resource))) {
    const rules = await listProtectionsFor(deps, target.id, user);
    for (const { source_branch, target_project_id, target_branch } of grants)
      if (target_project_id === target.id && mayMergeInto(target, target_branch, rules)) granted.add(source_branch);
  }
  return new Set([...granted].filter((branch) => protectionsOf(branch, protections).length === 0));
}

/**
 * The caller's permissions on one branch: those of a developer when a merge request grants them.
 */
export async function pushSubjectFor<Subject extends PushSubject & { id: number }>(
  { deps, user }: { deps: Deps; user: Pusher | null },
  subject: Subject,
  branch: string,
): Promise<Subject> {
  if (canPush(subject) || subject.archived) return subject;
  const granted = await grantedBranches(deps, user, subject.id);
  return granted.has(branch) ? withGrant(subject) : subject;
}
