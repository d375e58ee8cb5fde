/** URLs of projects, groups and users, built from the configured external URL. */

const DEFAULT_SSH_PORT = 22;

/** Builds URLs. */
export interface Urls {
  /** URL under `/api/v4`. */
  api(path: string): string;
  /** URL of a project or user page. */
  page(fullPath: string): string;
  /** URL of a group page. */
  group(fullPath: string): string;
  /** Clone URL over HTTP. */
  http(fullPath: string): string;
  /** Clone URL over SSH. */
  ssh(fullPath: string): string;
}

/** Creates the URL builder of an instance. `cloneRoot` overrides the root of HTTP clone URLs. */
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
