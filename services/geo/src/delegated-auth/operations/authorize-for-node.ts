import { operation, type Call } from '@forgemesh/rpc';
import { DelegatedAuthServiceDefinition } from '@forgemesh/proto/geo/v1/delegated_auth';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { authenticateNode } from '#replication/origin';
import type { DelegatedAuthDeps } from '../deps';

/** Returns the permissions of a user on projects and groups to a secondary. */
export const authorizeForNode = operation(
  DelegatedAuthServiceDefinition.authorizeForNode,
  async (
    { node_token: token, user_id, admin = false, external = false, projects = [], groups = [] },
    { deps, context }: Call<DelegatedAuthDeps>,
  ) => {
    await authenticateNode(deps, token, context.address);
    return deps.clients.access.authorize({
      subject: { user_id, admin, external },
      references: [
        ...projects.map((ref) => ({ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref })),
        ...groups.map((ref) => ({ kind: ReferenceKind.REFERENCE_KIND_GROUP, ref })),
      ],
    });
  },
);
