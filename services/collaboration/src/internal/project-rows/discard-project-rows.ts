import { type Call, internalOperation } from '@forgemesh/rpc';
import { ProjectRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_rows';
import type { Model, QueryFilter } from 'mongoose';
import type { ProjectRowsDeps } from '#import-export/project-rows';

const BATCH = 500;

/**
 * Removes the data that an import stored in a project. Reactions and notes are removed first,
 * because they are found by their targets.
 */
export const discardProjectRows = internalOperation(
  ProjectRowsServiceDefinition.discardProjectRows,
  async ({ project_id }, { deps }: Call<ProjectRowsDeps>) => {
    await discardAwards(deps, project_id);
    const {
      notes,
      diffs: { versions: diffVersions },
      items: { mergeRequests, issues },
      issueLinks,
      boards,
      planning: { milestones, labels },
    } = deps;
    await notes.deleteMany({ project_id });
    await diffVersions.model.deleteMany({ project_id });
    for (const ids of await idsOf(issues.model, project_id))
      await issueLinks.model.deleteMany({ issue_ids: { $in: ids } });
    await mergeRequests.deleteMany({ project_id });
    await issues.deleteMany({ project_id });
    await boards.deleteMany({ project_id });
    await milestones.deleteMany({ project_id });
    await labels.model.deleteMany({ project_id });
    return {};
  },
);

async function discardAwards(deps: ProjectRowsDeps, projectId: number): Promise<void> {
  const { notes, items } = deps;
  const kinds = [
    ['Note', () => idsOf(notes.model, projectId)],
    ['Issue', () => idsOf(items.issues.model, projectId)],
    ['MergeRequest', () => idsOf(items.mergeRequests.model, projectId)],
  ] as const;
  for (const [awardable_type, find] of kinds)
    for (const ids of await find())
      await deps.awardEmoji.model.deleteMany({ awardable_type, awardable_id: { $in: ids } } as object);
}

/** Ids of all documents of a kind in a project, in batches. */
async function idsOf<T extends { _id: number; project_id: number | null }>(
  model: Model<T>,
  projectId: number,
): Promise<number[][]> {
  const rows = await model.find({ project_id: projectId } as QueryFilter<T>, { _id: 1 }).lean<{ _id: number }[]>();
  const ids = rows.map(({ _id: id }) => id);
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH));
}
