import {
  AccessServiceDefinition,
  ReferenceKind,
  type AuthorizedResource,
  type Reference,
} from '@forgemesh/proto/projects/v1/access';
import { internalOperation } from '../../operation';
import type { Projects } from '../../deps';
import type { Viewer } from '../../access/access-keys';
import { authorizeNamespace, authorizeProject, NO_ACCESS } from '../../access/authorize-reference';
import { subjectOf } from '../../access/viewer';

/**
 * Computes a subject's rights on each reference. Unreadable objects are reported like missing ones.
 */
export const authorize = internalOperation(
  AccessServiceDefinition.authorize,
  async ({ subject, references }, { deps }) => {
    await deps.shareExpiry.removeExpired();
    const viewer = subjectOf(subject);
    return { resources: await Promise.all(references.map((reference) => authorizeOne(deps, viewer, reference))) };
  },
);

async function authorizeOne(deps: Projects, viewer: Viewer, { kind, ref }: Reference): Promise<AuthorizedResource> {
  switch (kind) {
    case ReferenceKind.REFERENCE_KIND_PROJECT:
      return authorizeProject(deps, viewer, ref);
    case ReferenceKind.REFERENCE_KIND_GROUP:
      return authorizeNamespace(deps, viewer, ref, 'group');
    case ReferenceKind.REFERENCE_KIND_NAMESPACE:
      return authorizeNamespace(deps, viewer, ref, 'any');
    default:
      return NO_ACCESS;
  }
}
