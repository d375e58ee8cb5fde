import {
  AccessServiceDefinition,
  ReferenceKind,
  type AuthorizedResource,
  type Reference,
} from '@forgemesh/proto/projects/v1/access';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { type Viewer, subjectOf } from '#access';
import { NO_ACCESS, findMoved } from '#projects/authorization';
import type { InternalAccessDeps } from './deps';

const allDigits = /^\d+$/;

/**
 * Computes a subject's rights on each reference. Unreadable objects are reported like missing ones.
 */
export const authorize = internalOperation(
  AccessServiceDefinition.authorize,
  async ({ subject, references, include_moved: includesMoved }, { deps }: Call<InternalAccessDeps>) => {
    await deps.shareExpiry.removeExpired();
    const viewer = subjectOf(subject);
    const authorizeAny = async (reference: Reference): Promise<AuthorizedResource> => {
      const resource = await authorizeOne(deps, viewer, reference);
      const isMissing = !resource.found && resource.denial_reason === undefined;
      return isMissing && includesMoved ? authorizeMoved(deps, viewer, reference) : resource;
    };
    return { resources: await Promise.all(references.map(authorizeAny)) };
  },
);

/**
 * Resolves a reference by a former full path. A path in use is no former one: git clients first
 * request every private project without credentials.
 */
async function authorizeMoved(
  deps: InternalAccessDeps,
  viewer: Viewer,
  { kind, ref }: Reference,
): Promise<AuthorizedResource> {
  if (allDigits.test(ref)) return NO_ACCESS;
  const target = kind === ReferenceKind.REFERENCE_KIND_PROJECT ? 'project' : 'namespace';
  if (await deps.authorization.isPathInUse(ref, target)) return NO_ACCESS;
  const id = await findMoved(deps, target, ref);
  if (id === null) return NO_ACCESS;
  const resource = await authorizeOne(deps, viewer, { kind, ref: String(id) });
  // What has got the path meanwhile is found once more.
  const isMoved = resource.found && resource.full_path.toLowerCase() !== ref.toLowerCase();
  return isMoved ? { ...resource, moved: true } : resource;
}

async function authorizeOne(
  deps: InternalAccessDeps,
  viewer: Viewer,
  { kind, ref }: Reference,
): Promise<AuthorizedResource> {
  switch (kind) {
    case ReferenceKind.REFERENCE_KIND_PROJECT:
      return deps.authorization.authorizeProject(viewer, ref);
    case ReferenceKind.REFERENCE_KIND_GROUP:
      return deps.authorization.authorizeNamespace(viewer, ref, 'group');
    case ReferenceKind.REFERENCE_KIND_NAMESPACE:
      return deps.authorization.authorizeNamespace(viewer, ref, 'any');
    default:
      return NO_ACCESS;
  }
}
