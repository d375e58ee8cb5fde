/**
 * Marks threads on diff lines of a merge request as outdated when a push changes the lines, and
 * resolves them if the project is configured so.
 */
import { mergeSettingsOfOne, type NewVersion, pageSince, storageOf } from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';
import {
  addSystemNote,
  type DiffPosition,
  findOutdatedThreads,
  type NoteDocument,
  outdatedKey,
} from '#discussion/notes';
import type { Resolution } from './record-resolution';
import { setResolved } from './resolve-notes';
import type { NoteTarget } from '#items/shared';
import type { DiscussionsDeps } from './deps';

type Thread = Pick<NoteDocument, 'discussion_id'> & { position: DiffPosition };
type Request = Pick<MergeRequestDocument, '_id' | 'iid' | 'project_id'>;

/** The version that may change lines. */
export interface OutdatingVersion {
  version: Pick<NewVersion, 'number' | 'head_commit_sha'>;
  actor: number;
  at: Date;
}

/** Maximum number of threads that are checked. */
const MAX_THREADS = 1_000;

/**
 * Writes a note in each thread whose line changed. Idempotent: each thread is marked once, by the
 * first version that changes its line.
 */
export async function markOutdatedThreads(
  deps: DiscussionsDeps,
  request: Request,
  { version, actor, at }: OutdatingVersion,
): Promise<void> {
  const threads = await currentThreads(deps, request);
  const changed = await Promise.all(
    [...byCommit(threads)].map(([sha, group]) => filterChanged(deps, request, { from: sha, version, threads: group })),
  );
  const target = { type: 'MergeRequest', id: request._id, project_id: request.project_id, group_id: null } as const;
  // Resolve first, because threads that are marked already are skipped on a retry.
  await resolveIfConfigured(deps, target, { threads: changed.flat(), actor, at });
  for (const { discussion_id, position } of changed.flat()) {
    const page = await pageSince(deps, request, position.head_sha);
    await addSystemNote(deps, target, {
      effect_key: outdatedKey(discussion_id),
      discussion_id,
      type: 'DiffNote',
      position,
      author_id: actor,
      at,
      body: `changed this line in [version ${version.number} of the diff](${page})`,
    });
  }
}

/** Resolves the threads if their project is configured to resolve outdated threads. */
async function resolveIfConfigured(
  deps: DiscussionsDeps,
  target: NoteTarget & { project_id: number },
  { threads, actor, at }: Resolution & { threads: readonly Thread[] },
): Promise<void> {
  if (threads.length === 0) return;
  const settings = await mergeSettingsOfOne(deps, target.project_id);
  if (!settings?.resolve_outdated_diff_discussions) return;
  const unresolved = {
    discussion_id: { $in: threads.map(({ discussion_id: id }) => id) },
    resolvable: true,
    resolved_at: null,
  };
  const notes = await deps.notes.model
    .find({ noteable_type: target.type, noteable_id: target.id, ...unresolved })
    .lean<NoteDocument[]>();
  await setResolved(deps, target, { notes, isResolved: true, actor, at });
}

/** Threads on lines that no version has changed yet. */
async function currentThreads({ notes }: DiscussionsDeps, { _id }: Request): Promise<Thread[]> {
  const onLines = { noteable_type: 'MergeRequest', noteable_id: _id, type: 'DiffNote', system: false } as const;
  const rows = await notes.model
    .find({ ...onLines, 'position.position_type': 'text' }, { discussion_id: 1, position: 1 })
    .sort({ _id: -1 })
    .limit(MAX_THREADS)
    .lean<Thread[]>();
  const threads = new Map(rows.map((row) => [row.discussion_id, row]));
  for (const id of await findOutdatedThreads(notes, rows)) threads.delete(id);
  return [...threads.values()];
}

/**
 * Groups threads by the commit that has their line: the base for lines that the merge request
 * removes.
 */
function byCommit(threads: readonly Thread[]): Map<string, Thread[]> {
  const groups = new Map<string, Thread[]>();
  for (const thread of threads) {
    const { new_line: line, head_sha, base_sha } = thread.position;
    const sha = line === null ? base_sha : head_sha;
    groups.set(sha, [...(groups.get(sha) ?? []), thread]);
  }
  return groups;
}

/** Threads whose line no longer exists, or whose removed line exists again. */
async function filterChanged(
  deps: DiscussionsDeps,
  { project_id }: Request,
  { from, version, threads }: { from: string; version: OutdatingVersion['version']; threads: readonly Thread[] },
): Promise<Thread[]> {
  if (from === version.head_commit_sha) return [];
  const storage = await storageOf(deps, project_id);
  const linesOfThreads = threads.map(({ position }) => linesOf(position));
  const lines = linesOfThreads.flat();
  const { states } = await deps.clients.commitLines.listUnchangedLines(
    { project_id, storage, from_sha: from, to_sha: version.head_commit_sha, lines },
    { storage },
  );
  let next = 0;
  return threads.filter(({ position }, index) => {
    const own = states.slice(next, (next += linesOfThreads[index]?.length ?? 0));
    return own.includes(position.new_line === null ? 'kept' : 'gone');
  });
}

/** The lines of a thread that are checked: the first and the last one after the change. */
function linesOf({ old_path, new_path, old_line, new_line, line_range: range }: DiffPosition) {
  if (new_line === null) return [{ path: old_path ?? '', line: old_line ?? 0 }];
  const first = range?.start.new_line ?? new_line;
  return [...new Set([first, new_line])].map((line) => ({ path: new_path ?? '', line }));
}
