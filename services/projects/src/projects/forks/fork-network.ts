/**
 * Relations between forks. A fork network is identified by its root project, even if that was
 * deleted.
 */
import type { ProjectDocument } from '#projects/model';
import type { ForksDeps } from './deps';

/** The fields of a project that define its place in a network. */
type Member = Pick<ProjectDocument, '_id' | 'fork_network_id' | 'forked_from_project_id'>;

const memberFields = { fork_network_id: 1, forked_from_project_id: 1 } as const;

/** The source of a fork; null if the project is not a fork or its source was deleted. */
export async function findSource(deps: Pick<ForksDeps, 'projects'>, fork: Member): Promise<ProjectDocument | null> {
  return fork.forked_from_project_id === undefined ? null : deps.projects.find(fork.forked_from_project_id);
}

/** Id of the root project. If a root became a fork later, its own network is followed. */
export async function findNetworkId(deps: Pick<ForksDeps, 'projects'>, project: Member): Promise<number> {
  return (await followField(deps, project, 'fork_network_id')).at(-1) ?? project._id;
}

/** Whether a project was forked from another one, directly or indirectly. */
export async function isForkOf(deps: ForksDeps, project: Member, sourceId: number): Promise<boolean> {
  return (await followField(deps, project, 'forked_from_project_id')).includes(sourceId);
}

/**
 * Whether two projects are related. A fork stays related to its source if the source left the
 * network.
 */
export async function areRelated(deps: Pick<ForksDeps, 'projects'>, one: Member, other: Member): Promise<boolean> {
  if (one.forked_from_project_id === other._id || other.forked_from_project_id === one._id) return true;
  const [first, second] = await Promise.all([findNetworkId(deps, one), findNetworkId(deps, other)]);
  return first === second;
}

/** The network fields of a project; null if it does not exist. */
export function findMember(deps: Pick<ForksDeps, 'projects'>, id: number): Promise<Member | null> {
  return deps.projects.model.findById(id, memberFields).lean<Member>();
}

/**
 * The chain of ids that a field refers to. Stops at cycles, which two concurrent relations can
 * create.
 */
async function followField(
  deps: Pick<ForksDeps, 'projects'>,
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
