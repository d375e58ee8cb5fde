/** Access rules of git, over HTTP and SSH. */
import { DEVELOPER, hasGitScope, refuseGit, REPORTER, type GitRefusal, type GitRequest } from '@forgemesh/access';
import { ForbiddenError, NotFoundError, UnauthenticatedError, type ForgeError } from '@forgemesh/errors';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { SshKeyHolder } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import { anonymous, asAdministrator, type Identity } from '../auth/authenticate';
import type { Authorizer } from '../auth/authorize';

/** Access that a git client requests. */
export interface GitAccessRequest extends GitRequest {
  /** Full path of the project. */
  projectPath: string;
}

const allDigits = /^\d+$/;

/** Messages for clients. */
export const gitTexts = {
  notFound: 'The project you were looking for could not be found.\n',
  archived: 'The project is archived: its repository cannot be changed.\n',
  external: 'Tokens and keys without a user cannot be used with external authorization.\n',
  pull: 'You are not allowed to download code from this project.\n',
  push: 'You are not allowed to push code to this project.\n',
};

/**
 * Whether a push to a project may change what callers are authorized for: the first branch becomes
 * its default branch.
 */
export function mayPushChangeAccess({ default_branch }: AuthorizedResource): boolean {
  return default_branch === '';
}

/** Resolves the project with the caller's rights on it. Throws ForgeError if access is refused. */
export async function authorizeGit(
  authorizer: Authorizer,
  identity: Identity,
  accessRequest: GitAccessRequest,
): Promise<AuthorizedResource> {
  if (identity.isNode) return authorizeNode(authorizer, accessRequest);
  const { user, scopes, deploy } = identity;
  const { projectPath, isPush } = accessRequest;
  if (!user && !deploy && isPush) throw new UnauthenticatedError();
  if ((user || deploy) && !hasGitScope(scopes, accessRequest))
    throw new ForbiddenError(gitTexts[isPush ? 'push' : 'pull']);
  if (projectPath === '') throw new NotFoundError('Project');
  // Digits would be resolved as an id; a git path is never an id.
  const resource = allDigits.test(projectPath) ? undefined : await resolve(authorizer, identity, accessRequest);
  if (resource?.denial_reason) throw new ForbiddenError(resource.denial_reason);
  if (!resource?.found) throw user || deploy ? new NotFoundError('Project') : new UnauthenticatedError();
  // A 401 makes git ask for a password.
  if (!user && !deploy && refusalOf(resource, accessRequest)) throw new UnauthenticatedError();
  assertAllowed(resource, accessRequest);
  return resource;
}

/** A node copies repositories by id and changes nothing. */
async function authorizeNode(
  authorizer: Authorizer,
  { projectPath, isPush }: GitAccessRequest,
): Promise<AuthorizedResource> {
  if (isPush) throw new ForbiddenError(gitTexts.push);
  const resource = await authorizer.resolve(asAdministrator, 'project', projectPath);
  if (!resource.found) throw new NotFoundError('Project');
  return resource;
}

/** The identity of the holder of an SSH key; that of a deploy key has no user. */
export function identityOf({ user }: SshKeyHolder, scopes: string[]): Identity {
  return { ...anonymous, user: user ?? null, realUserId: user?.id ?? null, scopes };
}

/** Resolves the project for the holder of an SSH key. */
export async function authorizeHolder(
  authorizer: Authorizer,
  holder: SshKeyHolder,
  accessRequest: GitAccessRequest,
): Promise<AuthorizedResource> {
  return holder.user
    ? authorizeGit(authorizer, identityOf(holder, ['api']), accessRequest)
    : authorizeKeyOfProjects(authorizer, holder.projects, accessRequest);
}

/** Resolves the project for a client that has signed in with a deploy key. */
async function authorizeKeyOfProjects(
  authorizer: Authorizer,
  projects: readonly { project_id: number; can_push: boolean }[],
  accessRequest: GitAccessRequest,
): Promise<AuthorizedResource> {
  const { projectPath, isPush } = accessRequest;
  if (allDigits.test(projectPath)) throw new NotFoundError('Project');
  const resource = await authorizer.resolve(asAdministrator, 'project', projectPath);
  const grant = projects.find(({ project_id: id }) => id === resource.id);
  if (!resource.found || !grant) throw new NotFoundError('Project');
  if (resource.externally_authorized) throw new ForbiddenError(gitTexts.external);
  if (isPush && !grant.can_push)
    throw new ForbiddenError('This deploy key does not have write access to this project.\n');
  const level = grant.can_push ? DEVELOPER : REPORTER;
  const own = { ...resource, level, open: false };
  assertAllowed(own, accessRequest);
  return own;
}

function assertAllowed(resource: AuthorizedResource, accessRequest: GitAccessRequest): void {
  const refusal = refusalOf(resource, accessRequest);
  if (refusal === 'read') throw new ForbiddenError(accessRequest.isPush ? gitTexts.push : gitTexts.pull);
  if (refusal) throw new ForbiddenError(gitTexts[refusal]);
}

/** A merge request may let readers push to a branch, which the repository service checks. */
function refusalOf(resource: AuthorizedResource, accessRequest: GitAccessRequest): GitRefusal | null {
  const refusal = refuseGit(resource, accessRequest);
  return refusal === 'push' && accessRequest.repository === 'project' ? null : refusal;
}

/**
 * A machine token gives access only to its own project or group, independent of its creator.
 */
async function resolve(
  authorizer: Authorizer,
  identity: Identity,
  accessRequest: GitAccessRequest,
): Promise<AuthorizedResource | undefined> {
  const { deploy } = identity;
  const { projectPath } = accessRequest;
  const passes = (resource: AuthorizedResource): boolean => refusalOf(resource, accessRequest) === null;
  if (!deploy) return authorizer.resolve(identity, 'project', projectPath, passes);
  const resource = await authorizer.resolve(asAdministrator, 'project', projectPath);
  const isGranted = resource.id === deploy.project_id || resource.ancestor_ids.includes(deploy.group_id);
  if (isGranted && resource.externally_authorized) throw new ForbiddenError(gitTexts.external);
  return isGranted ? resource : undefined;
}

/** Returns a refusal as plain text, which git shows to its user. */
export function gitTextOf({ reason, message }: ForgeError): string {
  if (reason === 'not_found') return gitTexts.notFound;
  const text = message.replace(/^403 Forbidden - /, '');
  return text.endsWith('\n') ? text : `${text}\n`;
}
