/** Addresses of files at a code navigation service. */
import type { FileAddress } from '#data/files';
import { encodePath } from '#lib/paths';

/** The settings of the service. */
export interface CodeNavigation {
  sourcegraph_url?: string | null | undefined;
  sourcegraph_public_only: boolean;
}

/** The part of a project that the address depends on. */
interface NavigatedProject {
  path_with_namespace: string;
  visibility: string | null;
  web_url: string;
}

/** Returns the address of a file at the service; undefined if the project is not linked. */
export function codeNavigationAddress(
  settings: CodeNavigation | undefined,
  project: NavigatedProject,
  { ref, path }: FileAddress,
): string | undefined {
  const { sourcegraph_url: url, sourcegraph_public_only: isPublicOnly } = settings ?? {};
  if (!url || (isPublicOnly && project.visibility !== 'public')) return undefined;
  // The service names repositories by host and path.
  const { host } = new URL(project.web_url);
  const repository = `${host}/${encodePath(project.path_with_namespace)}`;
  return `${url.replace(/\/+$/, '')}/${repository}@${encodePath(ref)}/-/blob/${encodePath(path)}`;
}
