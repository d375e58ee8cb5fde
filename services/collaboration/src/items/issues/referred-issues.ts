/** Issues that an issue refers to: the one that continues it, and the one that it duplicates. */
import type { Call } from '@forgemesh/rpc';
import type { IssueDocument, ModelDeps } from '#items/model';
import { readableIssues } from './list/readable-issues';
import type { ReferencesDeps } from '#items/references';

type Referred = Pick<IssueDocument, '_id' | 'project_id' | 'author_id' | 'assignee_ids' | 'confidential'>;

/**
 * Ids of the issues that continue moved issues, as far as the reader may read them. One query and
 * one access query, and none if no issue was moved. Empty without a reader.
 */
export async function readableContinuations(
  issues: readonly Pick<IssueDocument, 'moved_to_id'>[],
  reader: Call<Pick<ReferencesDeps, 'clients' | 'items'>> | null,
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(issues.flatMap(({ moved_to_id: id }) => id ?? []))];
  if (ids.length === 0 || !reader) return new Set();
  const readable = await readableIssues(reader, await findReferred(reader.deps, ids));
  return new Set(readable.map(({ issue }) => issue._id));
}

/**
 * The id of the issue that an issue duplicates, for an event: null if that issue is in another
 * project or confidential, because not every receiver of events of the project may read it.
 */
export async function duplicatedInEvent(
  deps: ModelDeps,
  { project_id, duplicated_to_id: id }: Pick<IssueDocument, 'project_id' | 'duplicated_to_id'>,
): Promise<number | null> {
  if (id === null) return null;
  const [other] = await findReferred(deps, [id]);
  const isShown = other?.project_id === project_id && !other.confidential;
  return isShown ? id : null;
}

function findReferred({ items: { issues } }: ModelDeps, ids: readonly number[]): Promise<Referred[]> {
  const fields = { project_id: 1, author_id: 1, assignee_ids: 1, confidential: 1 } as const;
  return issues.model.find({ _id: { $in: [...ids] } }, fields).lean<Referred[]>();
}
