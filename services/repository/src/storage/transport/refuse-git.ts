import { REPORTER } from '@forgemesh/access';
import type { VerifiedContext } from '@forgemesh/rpc';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { config } from '../../config';
import { mayPushCode } from '../../access/policy';
import { grantedBranches } from '../../access/push-grants';
import { READ_ONLY } from '../repository-use';
import type { Repositories } from '../../deps';

/** What a request wants. */
export interface GitWish {
  project_id: number;
  kind: 'project' | 'wiki';
  isPush: boolean;
  /** Through which the client came. */
  door: 'http' | 'ssh';
}

/**
 * Decides whether a caller may speak git with a repository; undefined where he may. The edge has
 * asked the same before, but not whether a merge request lets somebody push who may only read.
 */
export async function refuseGit(
  repositories: Repositories,
  context: VerifiedContext,
  wish: GitWish,
): Promise<{ status: number; text: string } | undefined> {
  // The edge has made sure that it is a node, and that it reads. Another process of this service
  // answers for whom it reads.
  const isTrusted = context.scopes.includes('replicate') || context.issuer === config.FORGE_SERVICE;
  if (isTrusted && !wish.isPush) return undefined;
  const { enabled_git_access_protocol: only } = repositories.settings.current();
  if (only && only !== wish.door)
    return { status: 403, text: `Git access over ${wish.door.toUpperCase()} is not allowed` };
  const resource = context.access['id'];
  if (!resource?.found || resource.id !== wish.project_id) {
    return { status: 404, text: 'The project you were looking for could not be found.' };
  }
  const level = resource.features[wish.kind === 'wiki' ? 'wiki' : 'repository'] ?? 'enabled';
  const isMember = resource.level > 0;
  const mayRead =
    level !== 'disabled' && (resource.level >= REPORTER || (resource.open && (level === 'enabled' || isMember)));
  if (!mayRead) return { status: 403, text: 'You are not allowed to download code from this project.' };
  if (wish.isPush && !mayPushCode(resource) && !(await hasGrant(repositories, context, wish, resource)))
    return { status: 403, text: 'You are not allowed to push code to this project.' };
  const { storages, use } = repositories;
  if (wish.isPush && use.isClosed(storages.locate(resource.id, resource.storage, wish.kind).repo))
    return { status: 403, text: READ_ONLY };
  return undefined;
}

async function hasGrant(
  repositories: Repositories,
  { user }: VerifiedContext,
  { kind }: GitWish,
  { id, archived }: AuthorizedResource,
): Promise<boolean> {
  if (kind === 'wiki' || archived) return false;
  return (await grantedBranches(repositories, user, id)).size > 0;
}
