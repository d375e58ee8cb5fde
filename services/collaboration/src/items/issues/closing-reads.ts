/** Reads which merge requests close issues, for concurrent requests in one command. */
import { CombinedCommands } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { MergeRequestDocument } from '#items/model';

/** The projects of the merge requests that close each of some issues, by issue id. */
export type ClosingReads = CombinedCommands<readonly number[], ReadonlyMap<number, number[]>>;

/** Creates the reads of a model. */
export function createClosingReads(model: Model<MergeRequestDocument>): ClosingReads {
  return new CombinedCommands(async (requested) => {
    const ids = [...new Set(requested.flat())];
    const rows = await model
      .find({ closes_issue_ids: { $in: ids } }, { closes_issue_ids: 1, project_id: 1 })
      .lean<Pick<MergeRequestDocument, 'closes_issue_ids' | 'project_id'>[]>();
    const closing = new Map<number, number[]>();
    for (const { closes_issue_ids: closed, project_id: projectId } of rows)
      for (const id of closed) closing.set(id, [...(closing.get(id) ?? []), projectId]);
    return requested.map((some) => ({
      status: 'fulfilled',
      value: new Map(some.flatMap((id) => (closing.has(id) ? [[id, closing.get(id) ?? []] as const] : []))),
    }));
  });
}
