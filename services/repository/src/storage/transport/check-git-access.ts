import { refuseGit } from '@forgemesh/access';
import type { VerifiedContext } from '@forgemesh/rpc';
import { SERVICE_NAME } from '#service-name';
import { grantedBranches } from '#refs/protected-branches';
import { READ_ONLY } from '#storage';
import type { TransportDeps } from './deps';

/** Dependencies of the check. */
type GitAccessDeps = Pick<
  TransportDeps,
  'settings' | 'storages' | 'activity' | 'clients' | 'protectedBranches' | 'protectionCache'
>;

/** The requested access. */
export interface GitAccessRequest {
  project_id: number;
  kind: 'project' | 'wiki';
  isPush: boolean;
  /** Protocol of the client. */
  protocol: 'http' | 'ssh';
}

/**
 * Checks whether a caller may use git with a repository; undefined if allowed, else the response.
 * The gateway has applied the same rule, except for the push right that a merge request may grant
 * to a reader.
 */
export async function checkGitAccess(
  deps: GitAccessDeps,
  context: VerifiedContext,
  access: GitAccessRequest,
): Promise<{ status: number; text: string } | undefined> {
  // The gateway has verified that the caller is a replica node and only reads. Other processes of
  // this service check the rights of their own callers.
  const isTrusted = context.scopes.includes('replicate') || context.issuer === SERVICE_NAME;
  if (isTrusted && !access.isPush) return undefined;
  const { enabled_git_access_protocol: only } = deps.settings.current();
  if (only && only !== access.protocol)
    return { status: 403, text: `Git access over ${access.protocol.toUpperCase()} is not allowed` };
  const resource = context.access['id'];
  if (!resource?.found || resource.id !== access.project_id) {
    return { status: 404, text: 'The project you were looking for could not be found.' };
  }
  const refusal = refuseGit(resource, { repository: access.kind, isPush: access.isPush });
  if (refusal === 'read') return { status: 403, text: 'You are not allowed to download code from this project.' };
  if (refusal === 'archived' || (refusal === 'push' && !(await hasGrant(deps, context, access))))
    return { status: 403, text: 'You are not allowed to push code to this project.' };
  const { storages, activity } = deps;
  if (access.isPush && activity.isLocked(storages.locate(resource.id, resource.storage, access.kind).repo))
    return { status: 403, text: READ_ONLY };
  return undefined;
}

/** Whether a merge request lets the caller push to a branch. */
async function hasGrant(
  deps: GitAccessDeps,
  { user }: VerifiedContext,
  { kind, project_id: id }: GitAccessRequest,
): Promise<boolean> {
  return kind === 'project' && (await grantedBranches(deps, user, id)).size > 0;
}
