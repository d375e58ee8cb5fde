/** Requests of git clients that name a project by a former full path. */
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { GitAccessRequest } from './git-access';

const DEFAULT_SSH_PORT = 22;

/** Path of the repository at its current address, below the URL of the instance. */
export function repositoryPath({ full_path: path }: AuthorizedResource, repository: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${encoded}${repository === 'wiki' ? '.wiki' : ''}.git`;
}

/** Text that git shows to a user whose remote has a former path; undefined for a current one. */
export function movedNotice(
  resource: AuthorizedResource,
  { projectPath, repository }: GitAccessRequest,
  remoteRoot: string,
): string | undefined {
  if (!resource.moved) return undefined;
  return [
    `Project '${projectPath}' was moved to '${resource.full_path}'.`,
    '',
    'Please update your Git remote:',
    '',
    `  git remote set-url origin ${remoteRoot}${repositoryPath(resource, repository)}`,
    '',
    '',
  ].join('\n');
}

/** Root of the URLs of repositories over SSH. */
export function sshRoot(externalUrl: string, port: number): string {
  const { hostname } = new URL(externalUrl);
  return port === DEFAULT_SSH_PORT ? `git@${hostname}:` : `ssh://git@${hostname}:${port}/`;
}
