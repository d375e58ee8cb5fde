import type { MergeRequestDocument } from '#items/model';
import type { MergeRequestChangesDeps } from './deps';

/** A branch of a project. */
export interface ProjectBranch {
  project_id: number;
  branch: string;
}

type Sides = Pick<MergeRequestDocument, '_id' | 'project_id' | 'target_branch' | 'source_project_id' | 'source_branch'>;

const isOpen = { state: { $in: ['opened', 'locked'] as const } };

/**
 * The open and locked merge requests from and into branches. Most pushed branches have none, and
 * several consumers ask for the same ones, so the ids are cached until a merge request changes.
 */
export async function requestsOfBranches(
  { items: { mergeRequests }, queries }: MergeRequestChangesDeps,
  branches: readonly ProjectBranch[],
): Promise<MergeRequestDocument[]> {
  const byKey = new Map(branches.map((branch) => [keyOf(branch), branch]));
  const found = await queries.requestsOfBranch.getAll(byKey.keys(), async (missing) => {
    const wanted = missing.flatMap((key) => byKey.get(key) ?? []);
    const sides = await mergeRequests.model
      .find({ ...isOpen, $or: [...byProject(wanted)].flatMap(sidesIn) })
      .select({ project_id: 1, target_branch: 1, source_project_id: 1, source_branch: 1 })
      .lean<Sides[]>();
    return idsByBranch(missing, sides);
  });
  const ids = [...new Set([...found.values()].flat())];
  if (ids.length === 0) return [];
  return mergeRequests.model.find({ _id: { $in: ids }, ...isOpen }).lean<MergeRequestDocument[]>();
}

function keyOf({ project_id, branch }: ProjectBranch): string {
  return `${project_id} ${branch}`;
}

function byProject(branches: readonly ProjectBranch[]): Map<number, string[]> {
  const names = new Map<number, string[]>();
  for (const { project_id: id, branch } of branches) names.set(id, [...(names.get(id) ?? []), branch]);
  return names;
}

function sidesIn([projectId, branches]: [number, string[]]) {
  const moved = { $in: branches };
  return [
    { source_project_id: projectId, source_branch: moved },
    { project_id: projectId, target_branch: moved },
  ];
}

function idsByBranch(keys: readonly string[], requests: readonly Sides[]): Map<string, number[]> {
  const ids = new Map<string, number[]>(keys.map((key) => [key, []]));
  for (const { _id, project_id, target_branch, source_project_id, source_branch } of requests) {
    ids.get(keyOf({ project_id, branch: target_branch }))?.push(_id);
    if (source_project_id !== null) ids.get(keyOf({ project_id: source_project_id, branch: source_branch }))?.push(_id);
  }
  return ids;
}
