/** Addresses of projects, groups and users: all from the configured external URL. */

const DEFAULT_SSH_PORT = 22;

/** Makes addresses. */
export interface Urls {
  /** Address under `/api/v4`. */
  api(path: string): string;
  /** Page of a project or user. */
  page(fullPath: string): string;
  /** Page of a group. */
  group(fullPath: string): string;
  /** Address of a repository over HTTP. */
  http(fullPath: string): string;
  /** Address of a repository over SSH. */
  ssh(fullPath: string): string;
}

/**
 * Makes the addresses of an instance. `cloneRoot` tells what repositories are cloned from over HTTP
 * where that is another root.
 */
export function createUrls(
  externalUrl: string,
  sshPort: number,
  cloneRoot: () => string | undefined = () => undefined,
): Urls {
  const base = externalUrl.replace(/\/+$/, '');
  const { hostname } = new URL(base);
  const ssh = sshPort === DEFAULT_SSH_PORT ? `git@${hostname}:` : `ssh://git@${hostname}:${sshPort}/`;
  return {
    api: (path) => `${base}/api/v4${path}`,
    page: (fullPath) => `${base}/${fullPath}`,
    group: (fullPath) => `${base}/groups/${fullPath}`,
    http: (fullPath) => `${(cloneRoot() || base).replace(/\/+$/, '')}/${fullPath}.git`,
    ssh: (fullPath) => `${ssh}${fullPath}.git`,
  };
}
