/** The project or group whose milestones and boards a page shows. */
import type { Crumb } from '#components/page/breadcrumbs';
import { groupCrumbs, projectCrumbs } from '#components/page/crumbs';
import { useGroupLevel, useProjectLevel } from '#data/access';
import { useGroup } from '#data/group-context';
import { ownerOfGroup, ownerOfProject, type Owner } from '#data/owner';
import { useProject } from '#data/project-context';
import { groupPath, projectPath } from '#lib/paths';

/** A project or group with what its pages need. */
export interface PlanningOwner extends Owner {
  numericId: number;
  /** For titles of the document. */
  title: string;
  crumbs: Crumb[];
  /** Role of the visitor; 0 in an archived project. */
  level: number;
  /** Returns the address of one of its pages. */
  pathTo: (page: string, ...parts: string[]) => string;
  /** The project of references and uploads in texts. */
  project?: { id: number; path_with_namespace: string };
}

/** The project of the page. */
export function useProjectOwner(): PlanningOwner {
  const project = useProject();
  const level = useProjectLevel(project);
  return {
    ...ownerOfProject(project),
    numericId: project.id,
    title: project.name_with_namespace,
    crumbs: projectCrumbs(project),
    level: project.archived ? 0 : level,
    pathTo: (page, ...parts) => projectPath(project.path_with_namespace, page, ...parts),
    project,
  };
}

/** The group of the page. */
export function useGroupOwner(): PlanningOwner {
  const group = useGroup();
  return {
    ...ownerOfGroup(group),
    numericId: group.id,
    title: group.full_name,
    crumbs: groupCrumbs(group),
    level: useGroupLevel(group),
    pathTo: (page, ...parts) => groupPath(group.full_path, page, ...parts),
  };
}
