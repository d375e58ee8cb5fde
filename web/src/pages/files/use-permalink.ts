import { useLocation, useNavigate } from 'react-router';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { useKeys } from '#lib/use-keys';
import { keepsScroll } from '#lib/use-scroll-positions';

/**
 * Returns the address of the page at the commit that it shows, with the marked lines; undefined
 * until the commit is known. The key `y` replaces the address by it.
 */
export function usePermalink(
  page: 'blob' | 'blame' | 'tree',
  address: FileAddress,
  commitId: string | undefined,
): string | undefined {
  const { path_with_namespace: project } = useProject();
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const permalink =
    commitId === undefined ? undefined : `${projectPath(project, page, commitId, address.path)}${search}${hash}`;
  useKeys({
    y: () => {
      if (permalink !== undefined && address.ref !== commitId)
        void navigate(permalink, { replace: true, state: keepsScroll });
    },
  });
  return permalink;
}
