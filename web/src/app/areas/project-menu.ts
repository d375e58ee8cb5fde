import { t } from '@lingui/core/macro';
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
  Workflow,
} from 'lucide-react';
import type { Project } from '#api/types';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import type { SidebarItem } from '../layout/sidebar';

/**
 * The menu of a project for a visitor with an access level. `openRequests` is the number of open
 * merge requests; undefined while it loads.
 */
export function projectMenu(project: Project, level: number, openRequests?: number): SidebarItem[] {
  const path = project.path_with_namespace;
  const branch = project.default_branch ?? '';
  const hasFiles = !project.empty_repo && branch !== '';
  const hasPipelines =
    hasFiles && project.builds_access_level !== 'disabled' && (project.public_jobs === true || level >= Level.reporter);
  const item = (
    page: string,
    text: string,
    Icon: SidebarItem['Icon'],
    isShown: boolean | null = true,
    more: Partial<SidebarItem> = {},
  ) => (isShown ? [{ text, to: projectPath(path, page), Icon, ...more }] : []);
  const file = {
    to: projectPath(path, 'tree', branch),
    // With a slash: `edit` alone are the settings.
    alsoFor: ['tree', 'blob', 'blame', 'find_file', 'locks', 'edit/', 'new'].map((page) => projectPath(path, page)),
  };
  return [
    { text: t`Overview`, to: projectPath(path), Icon: House },
    ...item('tree', t`Files`, Folder, hasFiles, file),
    ...item('commits', t`Commits`, GitCommitHorizontal, hasFiles, {
      to: projectPath(path, 'commits', branch),
      alsoFor: ['commits', 'commit', 'compare', 'network', 'graphs'].map((page) => projectPath(path, page)),
    }),
    ...item('branches', t`Branches`, GitBranch, hasFiles),
    ...item('tags', t`Tags`, Tag, hasFiles),
    ...item('issues', t`Issues`, CircleDot, project.issues_enabled, { count: project.open_issues_count ?? 0 }),
    ...item('boards', t`Boards`, SquareKanban, project.issues_enabled),
    ...item('merge_requests', t`Merge requests`, GitPullRequest, project.merge_requests_enabled, {
      count: openRequests,
    }),
    ...item('pipelines', t`Pipelines`, Workflow, hasPipelines),
    ...item('milestones', t`Milestones`, Flag, project.issues_enabled || project.merge_requests_enabled),
    ...item('labels', t`Labels`, Tags, project.issues_enabled || project.merge_requests_enabled),
    ...item('releases', t`Releases`, Package, hasFiles),
    ...item('wikis', t`Wiki`, BookOpen, project.wiki_enabled),
    ...item('snippets', t`Snippets`, Scissors, project.snippets_enabled),
    ...item('project_members', t`Members`, Users),
    ...item('edit', t`Settings`, Settings, level >= Level.maintainer, {
      isExact: true,
      alsoFor: ['settings', 'hooks', 'audit_events'].map((page) => projectPath(path, page)),
    }),
  ];
}
