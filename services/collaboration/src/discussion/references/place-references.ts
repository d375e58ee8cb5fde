import { ReferenceKind, type Reference as PlaceReference } from '@forgemesh/proto/projects/v1/access';
import type { Collaboration } from '../../deps';
import { type Reference, type TextPlace } from './reference';

/** Further projects and groups are not looked up. */
const MAX_PLACES = 50;

/** The project or group of a text, for resolving references with no path or a short path. */
interface Surroundings {
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
export async function placeReferences(
  deps: Collaboration,
  references: readonly Reference[],
  place: TextPlace,
): Promise<ReadonlyMap<Reference, PlaceReference>> {
  const around = await surroundings(deps, place);
  const places = new Map<string, PlaceReference>();
  const found = new Map<Reference, PlaceReference>();
  for (const reference of references) {
    const isGroup = reference.kind === 'epic';
    const ref = isGroup ? groupRef(reference.path, around) : projectRef(reference.path, around);
    if (ref === null) continue;
    const key = `${isGroup ? 'group' : 'project'} ${ref}`;
    const kind = isGroup ? ReferenceKind.REFERENCE_KIND_GROUP : ReferenceKind.REFERENCE_KIND_PROJECT;
    const known = places.get(key) ?? (places.size < MAX_PLACES ? { kind, ref } : undefined);
    if (!known) continue;
    places.set(key, known);
    found.set(reference, known);
  }
  return found;
}

async function surroundings({ display }: Collaboration, place: TextPlace): Promise<Surroundings> {
  const { project_id, group_id } = place;
  if (project_id === null) {
    const group = group_id === null ? undefined : await display.groups.get(group_id);
    return { project_id, group_id, namespace: group?.full_path ?? '' };
  }
  const project = await display.projects.get(project_id);
  const path = project?.path_with_namespace ?? '';
  const namespace = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return { project_id, group_id: project?.ancestor_ids.at(-1) ?? null, namespace };
}

function projectRef(path: string | null, { project_id, namespace }: Surroundings): string | null {
  if (path === null) return project_id === null ? null : String(project_id);
  if (path.includes('/')) return path;
  return namespace === '' ? null : `${namespace}/${path}`;
}

/** A path of digits only would be taken for an id. */
function groupRef(path: string | null, { group_id }: Surroundings): string | null {
  if (path === null) return group_id === null ? null : String(group_id);
  return /^\d+$/.test(path) ? null : path;
}
