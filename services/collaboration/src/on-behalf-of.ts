/** Rights of a user where no access rule of a request resolved them, and work in the name of one who is not there any more. */
import { currentRequestId, runInScope, serviceContext, type Principal } from '@forgemesh/kit';
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Collaboration } from './service';

/** A user's rights on a project; null for a project that is gone or that he may not read. */
export async function rightsOn(
  { clients }: Pick<Collaboration, 'clients'>,
  { id, admin, external }: Pick<Principal, 'id' | 'admin' | 'external'>,
  projectId: number,
): Promise<AuthorizedResource | null> {
  const { resources } = await clients.access.authorize({
    subject: { user_id: id, admin, external },
    references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(projectId) }],
  });
  const [project] = resources;
  return project?.found ? project : null;
}

/** Whose wish it was, and under which licence. */
export interface Wish {
  user_id: number;
  tier: number;
}

/** Does what a user asked for earlier, with what he may do now; null where he is gone or blocked. */
export async function onBehalfOf<T>(
  { clients }: Pick<Collaboration, 'clients'>,
  { user_id, tier }: Wish,
  work: (user: Principal) => Promise<T>,
): Promise<T | null> {
  const { users } = await clients.users.listUserProfiles({ ids: [user_id] });
  const [profile] = users;
  if (profile?.state !== 'active') return null;
  const { id, username, name, admin, external } = profile;
  const user = { id, username, name, admin, external };
  const requestId = currentRequestId();
  const context = { ...serviceContext(requestId), user, real_user_id: id, tier };
  return runInScope({ fields: { request_id: requestId }, context }, () => work(user));
}
