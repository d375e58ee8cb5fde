/**
 * Which projects come from which. The network of a project is named by the project at its root,
 * whether that still exists or not.
 */
import type { Projects } from '../../deps';
import type { ProjectDocument } from '../projects/project.model';

/** A project as far as networks go. */
type Member = Pick<ProjectDocument, '_id' | 'fork_network_id' | 'forked_from_project_id'>;

const memberFields = { fork_network_id: 1, forked_from_project_id: 1 } as const;

/** The project that a fork was made from; null where it is no fork or its source is gone. */
export async function findSource(deps: Projects, fork: Member): Promise<ProjectDocument | null> {
  return fork.forked_from_project_id === undefined ? null : deps.projects.find(fork.forked_from_project_id);
}

/** Id of the root. A root that became a fork itself later leads on to another one. */
export async function networkOf(deps: Projects, project: Member): Promise<number> {
  return (await follow(deps, project, 'fork_network_id')).at(-1) ?? project._id;
}

/** Whether a project was made from another one, directly or not. */
export async function comesFrom(deps: Projects, project: Member, sourceId: number): Promise<boolean> {
  return (await follow(deps, project, 'forked_from_project_id')).includes(sourceId);
}

/**
 * Whether two projects are of one network. A fork whose source left the network is still related to
 * its source.
 */
export async function areRelated(deps: Projects, one: Member, other: Member): Promise<boolean> {
  if (one.forked_from_project_id === other._id || other.forked_from_project_id === one._id) return true;
  const [first, second] = await Promise.all([networkOf(deps, one), networkOf(deps, other)]);
  return first === second;
}

/** A project as far as networks go. */
export function findMember(deps: Projects, id: number): Promise<Member | null> {
  return deps.projects.model.findById(id, memberFields).lean<Member>();
}

/**
 * The ids that a field leads to, one after the other. Ends in a circle, too, which two relations
 * made at once can close.
 */
async function follow(
  deps: Projects,
  project: Member,
  field: 'fork_network_id' | 'forked_from_project_id',
): Promise<number[]> {
  const ids: number[] = [];
  let next = project[field];
  while (next !== undefined && next !== project._id && !ids.includes(next)) {
    ids.push(next);
    next = (await findMember(deps, next))?.[field];
  }
  return ids;
}
