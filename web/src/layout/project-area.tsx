/** The pages of a project, with its sidebar. */
import { useQuery } from '@tanstack/react-query';
import {
  BookOpen,
  CircleDot,
  Flag,
  Folder,
  GitBranch,
  GitCommitHorizontal,
  GitPullRequest,
  House,
  Package,
  Scissors,
  Settings,
  SquareKanban,
  Tag,
  Tags,
  Users,
} from 'lucide-react';
import { createContext, useContext } from 'react';
import { Navigate } from 'react-router';
import { api, unwrap } from '#api/client';
import { ApiError } from '#api/errors';
import type { Project } from '#api/types';
import { Failure, Loading } from '#components/states';
import { Level, useProjectLevel } from '#lib/access';
import { projectPath } from '#lib/paths';
import { hasPage, projectPages } from '#routes';
import { AreaRoutes, usePreload } from './area-routes';
import { Main } from './main';
import { Sidebar, type SidebarItem } from './sidebar';
import { useCurrentAddress } from './use-current-address';

const ProjectContext = createContext<Project | undefined>(undefined);

/** The project of the page. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('this page is not below a project');
  return project;
}

/** The query of a project, by its full path. */
export function useProjectQuery(fullPath: string) {
  return useQuery({
    queryKey: ['project', fullPath],
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/projects/{id}', {
          params: { path: { id: fullPath }, query: { statistics: true, license: true } },
        }),
      ),
    staleTime: 60_000,
  });
}

/** Shows a page of a project, or leads to the group of this path. */
export function ProjectArea({ fullPath, page }: { fullPath: string; page: string }) {
  usePreload(projectPages, page);
  const query = useProjectQuery(fullPath);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const group = useQuery({
    queryKey: ['group', fullPath],
    queryFn: () => unwrap(api.GET('/api/v4/groups/{id}', { params: { path: { id: fullPath } } })),
    enabled: isMissing && page === '',
  });
  const level = useProjectLevel(query.data);
  const redirect = useCurrentAddress(fullPath, query.data?.path_with_namespace);
  if (redirect) return redirect;
  if (isMissing && group.data) return <Navigate replace to={`/groups/${fullPath}`} />;
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
      <div className="with-sidebar">
        <Sidebar
          name={project.name}
          avatarUrl={project.avatar_url}
          to={projectPath(project.path_with_namespace)}
          items={itemsOf(project, level)}
        />
        <AreaRoutes pages={projectPages} page={page} />
      </div>
    </ProjectContext>
  );
}

function itemsOf(project: Project, level: number): SidebarItem[] {
  const path = project.path_with_namespace;
  const branch = project.default_branch ?? '';
  const hasFiles = !project.empty_repo && branch !== '';
  const item = (
    page: string,
    text: string,
    Icon: SidebarItem['Icon'],
    isShown: boolean | null = true,
    more: Partial<SidebarItem> = {},
  ) => (isShown && hasPage(projectPages, page) ? [{ text, to: projectPath(path, page), Icon, ...more }] : []);
  const file = {
    to: projectPath(path, 'tree', branch),
    // With a slash: `edit` alone are the settings.
    alsoFor: ['tree', 'blob', 'blame', 'edit/', 'new'].map((page) => projectPath(path, page)),
  };
  return [
    { text: 'Overview', to: projectPath(path), Icon: House },
    ...item('tree', 'Files', Folder, hasFiles, file),
    ...item('commits', 'Commits', GitCommitHorizontal, hasFiles, {
      to: projectPath(path, 'commits', branch),
      alsoFor: ['commits', 'commit', 'compare'].map((page) => projectPath(path, page)),
    }),
    ...item('branches', 'Branches', GitBranch, hasFiles),
    ...item('tags', 'Tags', Tag, hasFiles),
    ...item('issues', 'Issues', CircleDot, project.issues_enabled, { count: project.open_issues_count ?? 0 }),
    ...item('boards', 'Boards', SquareKanban, project.issues_enabled),
    ...item('merge_requests', 'Merge requests', GitPullRequest, project.merge_requests_enabled),
    ...item('milestones', 'Milestones', Flag, project.issues_enabled || project.merge_requests_enabled),
    ...item('labels', 'Labels', Tags, project.issues_enabled || project.merge_requests_enabled),
    ...item('releases', 'Releases', Package, hasFiles),
    ...item('wikis', 'Wiki', BookOpen, project.wiki_enabled),
    ...item('snippets', 'Snippets', Scissors, project.snippets_enabled),
    ...item('project_members', 'Members', Users),
    ...item('edit', 'Settings', Settings, level >= Level.maintainer, {
      isExact: true,
      alsoFor: ['settings', 'hooks', 'audit_events'].map((page) => projectPath(path, page)),
    }),
  ];
}
