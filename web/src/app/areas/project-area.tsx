/** The pages of a project, with its sidebar. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import type { Project } from '#api/types';
import { Main } from '#components/page/main';
import { Failure, Loading } from '#components/states';
import { useProjectLevel } from '#data/access';
import { groupKeys, getGroup } from '#data/groups';
import { useOpenRequestCount } from '#data/merge-requests';
import { ProjectContext } from '#data/project-context';
import { useProjectQuery } from '#data/projects';
import { ApiError } from '#lib/api-error';
import { currentFormOf, projectPath } from '#lib/paths';
import { Sidebar } from '../layout/sidebar';
import { projectPages } from '../routes/project-pages';
import { AreaRoutes, usePreload } from './area-routes';
import { projectMenu } from './project-menu';
import { useCurrentAddress } from './use-current-address';
import styles from '../layout/shell.module.css';

/** Shows a page of a project, or leads to the group of this path. */
export function ProjectArea({ fullPath, page }: { fullPath: string; page: string }) {
  usePreload(projectPages, page);
  const { pathname, search, hash } = useLocation();
  const query = useProjectQuery(fullPath);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const group = useQuery({
    queryKey: groupKeys.one(fullPath),
    queryFn: () => getGroup(fullPath),
    enabled: isMissing && page === '',
  });
  const redirect = useCurrentAddress(fullPath, query.data?.path_with_namespace);
  if (redirect) return redirect;
  if (isMissing && group.data) return <Navigate replace to={`/groups/${fullPath}`} />;
  // Pipelines have their `web_url` without `/-/`.
  const isOlder = (isMissing && !group.isLoading) || /\/pipelines\/\d+$/.test(pathname);
  const older = isOlder ? currentFormOf(pathname) : undefined;
  if (older !== undefined) return <Navigate replace to={`${older}${search}${hash}`} />;
  if (!query.data)
    return (
      <Main>
        {query.error && !(isMissing && group.isLoading) ? (
          <Failure error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Loading />
        )}
      </Main>
    );
  const project = query.data;
  return (
    <ProjectContext value={project}>
      <div className={styles.withSidebar}>
        <ProjectSidebar project={project} />
        <AreaRoutes pages={projectPages} page={page} />
      </div>
    </ProjectContext>
  );
}

function ProjectSidebar({ project }: { project: Project }) {
  const level = useProjectLevel(project);
  const openRequests = useOpenRequestCount(project);
  return (
    <Sidebar
      name={project.name}
      avatarUrl={project.avatar_url}
      to={projectPath(project.path_with_namespace)}
      items={projectMenu(project, level, openRequests)}
    />
  );
}
