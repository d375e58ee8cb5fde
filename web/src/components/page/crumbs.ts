import type { Group, Project } from '#api/types';
import { encodePath, groupPath, projectPath } from '#lib/paths';
import type { Crumb } from './breadcrumbs';

/** The way to a project: its groups or its user, and the project. */
export function projectCrumbs(project: Project): Crumb[] {
  const { namespace, name, name_with_namespace: fullName, path_with_namespace: path } = project;
  const own = { text: name, to: projectPath(path) };
  if (!namespace) return [own];
  if (namespace.kind !== 'group') return [{ text: namespace.name, to: `/${encodePath(namespace.full_path)}` }, own];
  const groupName = fullName.endsWith(` / ${name}`) ? fullName.slice(0, -` / ${name}`.length) : namespace.full_path;
  return [...groupWay(groupName, namespace.full_path), own];
}

/** The way to a group. */
export function groupCrumbs({ full_name: fullName, full_path: fullPath }: Group): Crumb[] {
  return groupWay(fullName, fullPath);
}

function groupWay(fullName: string, fullPath: string): Crumb[] {
  const names = fullName.split(' / ');
  const paths = fullPath.split('/');
  // A name may contain the separator.
  const isNamed = names.length === paths.length;
  return paths.map((_segment, index) => ({
    text: (isNamed ? names[index] : paths[index]) ?? '',
    to: groupPath(paths.slice(0, index + 1).join('/')),
  }));
}
