import type { Group, Project } from '#api/types';
import { encodePath, groupPath, projectPath } from '#lib/paths';
import type { Crumb } from './breadcrumbs';

/** The way to a project: its group or user, and the project. */
export function projectCrumbs({ namespace, name, path_with_namespace: path }: Project): Crumb[] {
  const project = { text: name, to: projectPath(path) };
  if (!namespace) return [project];
  const owner = namespace.kind === 'group' ? groupPath(namespace.full_path) : `/${encodePath(namespace.full_path)}`;
  return [{ text: namespace.name, to: owner }, project];
}

/** The way to a group. */
export function groupCrumbs({ full_name: fullName, full_path: fullPath }: Group): Crumb[] {
  const names = fullName.split(' / ');
  const paths = fullPath.split('/');
  return paths.map((_segment, index) => ({
    text: names[index] ?? paths[index] ?? '',
    to: groupPath(paths.slice(0, index + 1).join('/')),
  }));
}
