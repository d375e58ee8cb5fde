import { ProjectRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_rows';
import { internalOperation } from '#operation';
import type { Collaboration } from '#deps';

const BATCH = 500;

/**
 * Removes the data that an import stored in a project. Reactions and notes are removed first,
 * because they are found by their targets.
 */
export const discardProjectRows = internalOperation(
  ProjectRowsServiceDefinition.discardProjectRows,
  async ({ project_id }, { deps }) => {
    await discardAwards(deps, project_id);
    const { notes, diffVersions, mergeRequests, issueLinks, issues, boards, milestones, labels } = deps;
    await notes.deleteMany({ project_id });
    await diffVersions.model.deleteMany({ project_id });
    for (const ids of await idsOf(deps, 'issues', project_id))
      await issueLinks.model.deleteMany({ issue_ids: { $in: ids } });
    await mergeRequests.deleteMany({ project_id });
    await issues.deleteMany({ project_id });
    await boards.deleteMany({ project_id });
    await milestones.deleteMany({ project_id });
    await labels.model.deleteMany({ project_id });
    return {};
  },
);

async function discardAwards(deps: Collaboration, projectId: number): Promise<void> {
  const kinds = { Note: 'notes', Issue: 'issues', MergeRequest: 'mergeRequests' } as const;
  for (const [awardable_type, store] of Object.entries(kinds))
    for (const ids of await idsOf(deps, store, projectId))
      await deps.awardEmoji.model.deleteMany({ awardable_type, awardable_id: { $in: ids } } as object);
}

/** Ids of all documents of a kind in a project, in batches. */
async function idsOf(
  deps: Collaboration,
  kind: 'notes' | 'issues' | 'mergeRequests',
  projectId: number,
): Promise<number[][]> {
  const { model } = deps[kind] as Collaboration['issues'];
  const rows = await model.find({ project_id: projectId }, { _id: 1 }).lean<{ _id: number }[]>();
  const ids = rows.map(({ _id: id }) => id);
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH));
}
