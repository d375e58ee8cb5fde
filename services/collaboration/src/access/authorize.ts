/** Rights on projects and groups that the request's access rules do not cover. */
import type { Call } from '@forgemesh/rpc';
import type { Principal } from '@forgemesh/telemetry';
import {
  ReferenceKind,
  type AuthorizedResource,
  type Reference,
  type Subject,
} from '@forgemesh/proto/projects/v1/access';
import { subjectOf } from './readable';
import type { AccessDeps } from './deps';

/**
 * The caller's rights on a project or group by id or full path; `found` is false if they may not
 * read it.
 */
export async function authorizeFor(
  call: Call<Pick<AccessDeps, 'clients'>>,
  kind: ReferenceKind,
  ref: string | number,
): Promise<AuthorizedResource> {
  const references = [{ kind, ref: String(ref) }];
  const { resources } = await call.deps.clients.access.authorize({ subject: subjectOf(call), references });
  return resources[0] as AuthorizedResource;
}

/** The access subject of a user; null if the user is deleted or not active. */
export async function subjectOfUser(
  { display }: Pick<AccessDeps, 'display'>,
  userId: number | null,
): Promise<Subject | null> {
  const user = userId === null ? undefined : await display.users.get(userId);
  if (!user || user.state !== 'active') return null;
  return { user_id: user.id, admin: user.admin, external: user.external };
}

/**
 * A subject's rights on several projects and groups, fetched in one call and keyed by reference.
 * References that the subject may not read are left out.
 */
export async function rightsOn(
  { clients }: Pick<AccessDeps, 'clients'>,
  subject: Subject,
  references: readonly Reference[],
): Promise<ReadonlyMap<Reference, AuthorizedResource>> {
  if (references.length === 0) return new Map();
  const { resources } = await clients.access.authorize({ subject, references: [...references] });
  const results = references.map((reference, index) => [reference, resources[index] as AuthorizedResource] as const);
  return new Map(results.filter(([, { found }]) => found));
}

/** A subject's rights on projects by id. Projects that the subject may not read are left out. */
export async function rightsOnProjects(
  deps: Pick<AccessDeps, 'clients'>,
  subject: Subject,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, AuthorizedResource>> {
  const kind = ReferenceKind.REFERENCE_KIND_PROJECT;
  const references = [...new Set(ids)].map((id) => ({ kind, ref: String(id) }));
  const rights = await rightsOn(deps, subject, references);
  return new Map([...rights.values()].map((project) => [project.id, project]));
}

/** A user's rights on a project; null if the project does not exist or the user may not read it. */
export async function rightsOnProject(
  deps: Pick<AccessDeps, 'clients'>,
  user: Pick<Principal, 'id' | 'admin' | 'external'>,
  id: number,
): Promise<AuthorizedResource | null> {
  const subject = { user_id: user.id, admin: user.admin, external: user.external };
  return (await rightsOnProjects(deps, subject, [id])).get(id) ?? null;
}
