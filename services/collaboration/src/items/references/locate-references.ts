import { ReferenceKind, type Reference as PlaceReference } from '@forgemesh/proto/projects/v1/access';
import type { Reference, TextScope } from '#texts';
import type { ReferencesDeps } from './deps';

/** Further projects and groups are not looked up. */
const MAX_RESOURCES = 50;

/** The project or group of a text, for resolving references with no path or a short path. */
interface TextContext {
  project_id: number | null;
  /** The group of the text: the group itself, or the parent group of the project. */
  group_id: number | null;
  /** Full path of the namespace that short paths are relative to. */
  namespace: string;
}

/**
 * The project or group that each reference points into; equal ones share one object. References
 * that cannot be resolved are left out.
 */
export async function locateReferences(
  deps: ReferencesDeps,
  references: readonly Reference[],
  scope: TextScope,
): Promise<ReadonlyMap<Reference, PlaceReference>> {
  const context = await loadTextContext(deps, scope);
  const byKey = new Map<string, PlaceReference>();
  const found = new Map<Reference, PlaceReference>();
  for (const reference of references) {
    const isGroup = reference.kind === 'epic';
    const ref = isGroup ? groupRef(reference.path, context) : projectRef(reference.path, context);
    if (ref === null) continue;
    const key = `${isGroup ? 'group' : 'project'} ${ref}`;
    const kind = isGroup ? ReferenceKind.REFERENCE_KIND_GROUP : ReferenceKind.REFERENCE_KIND_PROJECT;
    const located = byKey.get(key) ?? (byKey.size < MAX_RESOURCES ? { kind, ref } : undefined);
    if (!located) continue;
    byKey.set(key, located);
    found.set(reference, located);
  }
  return found;
}

async function loadTextContext({ display }: ReferencesDeps, scope: TextScope): Promise<TextContext> {
  const { project_id, group_id } = scope;
  if (project_id === null) {
    const group = group_id === null ? undefined : await display.groups.get(group_id);
    return { project_id, group_id, namespace: group?.full_path ?? '' };
  }
  const project = await display.projects.get(project_id);
  const path = project?.path_with_namespace ?? '';
  const namespace = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return { project_id, group_id: project?.ancestor_ids.at(-1) ?? null, namespace };
}

function projectRef(path: string | null, { project_id, namespace }: TextContext): string | null {
  if (path === null) return project_id === null ? null : String(project_id);
  if (path.includes('/')) return path;
  return namespace === '' ? null : `${namespace}/${path}`;
}

/** A path of digits only would be taken for an id. */
function groupRef(path: string | null, { group_id }: TextContext): string | null {
  if (path === null) return group_id === null ? null : String(group_id);
  return /^\d+$/.test(path) ? null : path;
}
