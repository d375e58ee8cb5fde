/** Rights on projects and groups that a request names beside those of its access rules. */
import type { AuthorizedResource, ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { CollaborationCall } from './operation';
import { subjectOf } from './readable';

/** The caller's rights on a project or group by id or full path; `found` is false for what he may not read. */
export async function authorizeFor(
  call: CollaborationCall,
  kind: ReferenceKind,
  ref: string | number,
): Promise<AuthorizedResource> {
  const references = [{ kind, ref: String(ref) }];
  const { resources } = await call.deps.clients.access.authorize({ subject: subjectOf(call), references });
  return resources[0] as AuthorizedResource;
}
