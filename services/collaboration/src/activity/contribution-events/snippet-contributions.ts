/**
 * Contribution events on snippets: comments. Only readers of a snippet may read them, so they carry
 * its visibility and its author.
 */
import { canReadSnippet, openSnippetVisibilities, type SnippetReader } from '@forgemesh/access';
import { isUnimplemented } from '@forgemesh/rpc';
import type { SnippetVisibility } from '@forgemesh/proto/projects/v1/snippet_directory';
import type { QueryFilter } from 'mongoose';
import type { Condition } from '#queries';
import type { ContributionEventDocument } from './contribution-event.model';
import type { ContributionEventsDeps } from './deps';

type Row = Pick<ContributionEventDocument, 'area' | 'snippet_visibility' | 'snippet_author_id'>;

/** Maximum number of events that are completed at once. */
const BATCH = 200;

/** Condition that leaves out the events on snippets that a reader of the project may not read. */
export function onReadableSnippets(reader: SnippetReader): Condition {
  const { user } = reader;
  if (user?.admin) return {};
  return {
    $or: [
      { area: { $ne: 'snippets' } },
      { snippet_visibility: { $in: openSnippetVisibilities(reader) } },
      ...(user ? [{ snippet_author_id: user.id }] : []),
    ],
  };
}

/** Whether an event meets the condition `onReadableSnippets`. */
export function isOnReadableSnippet(reader: SnippetReader, row: Row): boolean {
  const { area, snippet_visibility: visibility = 'private', snippet_author_id: authorId = 0 } = row;
  return area !== 'snippets' || canReadSnippet(reader, { visibility, author_id: authorId });
}

/**
 * The current visibilities of snippets by id, with one call, and none if no snippet is named; null
 * if the projects service is of an earlier release, which does not list them.
 */
export async function loadSnippetVisibilities(
  { clients }: ContributionEventsDeps,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SnippetVisibility> | null> {
  if (ids.length === 0) return new Map();
  try {
    const { snippets } = await clients.snippets.listSnippetVisibilities({ ids: [...new Set(ids)] });
    return new Map(snippets.map((snippet) => [snippet.id, snippet]));
  } catch (error) {
    if (isUnimplemented(error)) return null;
    throw error;
  }
}

/**
 * Copies the visibilities of snippets to their events, and removes the events of missing snippets.
 * False if the visibilities are unknown; the events stay as they are.
 */
export async function syncSnippets(deps: ContributionEventsDeps, ids: readonly number[]): Promise<boolean> {
  const { contributionEvents: model } = deps;
  const snippets = await loadSnippetVisibilities(deps, ids);
  if (snippets === null) return false;
  const updates = [...snippets.values()].map(({ id, visibility, author_id }) => ({
    updateMany: {
      filter: { subject_type: 'Snippet' as const, subject_id: id },
      update: { $set: { snippet_visibility: visibility, snippet_author_id: author_id } },
    },
  }));
  if (updates.length > 0) await model.bulkWrite(updates, { ordered: false });
  const missing = ids.filter((id) => !snippets.has(id));
  if (missing.length > 0) await model.deleteMany({ subject_type: 'Snippet', subject_id: { $in: missing } });
  return true;
}

/**
 * Completes events that were stored without the visibility of their snippet: by an earlier release,
 * or while the projects service was of one.
 */
export async function completeSnippetEvents(deps: ContributionEventsDeps): Promise<void> {
  const incomplete: QueryFilter<ContributionEventDocument> = {
    subject_type: 'Snippet',
    snippet_visibility: { $exists: false },
  };
  for (;;) {
    const rows = await deps.contributionEvents
      .find(incomplete, { subject_id: 1 }, { limit: BATCH })
      .lean<{ subject_id: number }[]>();
    if (rows.length === 0) return;
    const ids = new Set(rows.map(({ subject_id: id }) => id));
    const isKnown = await syncSnippets(deps, [...ids]);
    if (!isKnown) return;
  }
}
