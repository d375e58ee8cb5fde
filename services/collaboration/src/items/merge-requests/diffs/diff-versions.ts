/** Stores the diff versions of merge requests. */
import type { EventChanges } from '@forgemesh/events';
import { isDuplicateKey } from '@forgemesh/data';
import type { DiffVersionDocument, MergeRequestDocument } from '#items/model';
import { mergeContent } from '../merging/merge-content';
import type { MergeRequestChangesDeps } from '../deps';

/** A version as in its event, without commit ids if there are too many. */
export type NewVersion = NonNullable<EventChanges<'collaboration.merge_request.updated'>['version']>;

type VersionOwner = Pick<MergeRequestDocument, '_id' | 'project_id'>;

const MAX_COMMITS = 10_000;

/**
 * Stores a version. Idempotent: each number is stored once. `at` is given by late callers: the time
 * of the version, and a sign to check first whether it is stored. `id` is the id of the version if
 * it is drawn already.
 */
export async function addDiffVersion(
  deps: MergeRequestChangesDeps,
  request: VersionOwner,
  version: NewVersion,
  { id, at }: { id?: number; at?: Date | undefined } = {},
): Promise<void> {
  const {
    diffs: { versions: diffVersions },
  } = deps;
  const { _id: merge_request_id, project_id } = request;
  if (at && (await isStored(deps, { merge_request_id, number: version.number }))) return;
  const commit_ids = version.commit_ids ?? (await commitIdsOf(deps, request, version));
  try {
    const _id = id ?? (await diffVersions.nextId());
    await diffVersions.insert({
      _id,
      merge_request_id,
      project_id,
      ...version,
      commit_ids,
      created_at: at ?? new Date(),
    });
  } catch (error) {
    // The request and the event consumer stored the version concurrently.
    if (!isDuplicateKey(error)) throw error;
  }
}

function isStored(
  { queries, diffs: { versions: diffVersions } }: MergeRequestChangesDeps,
  version: Pick<DiffVersionDocument, 'merge_request_id' | 'number'>,
): Promise<boolean> {
  const find = async (): Promise<boolean> => (await diffVersions.model.exists(version)) !== null;
  return queries.storedVersions.get(`${version.merge_request_id} ${version.number}`, find);
}

async function commitIdsOf(
  deps: MergeRequestChangesDeps,
  request: VersionOwner,
  { base_commit_sha: base_sha, head_commit_sha: head_sha }: NewVersion,
): Promise<string[]> {
  const options = { base_sha, head_sha, with_commits: true, limit_commits: MAX_COMMITS };
  return (await mergeContent(deps, request, options)).commits.map(({ id }) => id);
}

/** Whether one of the versions of a merge request has this newest commit. */
export async function hasHead(
  { diffs: { versions } }: Pick<MergeRequestChangesDeps, 'diffs'>,
  { _id, head_sha }: Pick<MergeRequestDocument, '_id' | 'head_sha'>,
  sha: string,
): Promise<boolean> {
  if (head_sha === sha) return true;
  return (await versions.model.exists({ merge_request_id: _id, head_commit_sha: sha })) !== null;
}

/**
 * Stores the newest version of a merge request if the process that found it has not done so yet.
 */
export async function ensureNewestVersion(
  deps: MergeRequestChangesDeps,
  { version_number: number, head_sha, base_sha, start_sha, ...newest }: MergeRequestDocument,
): Promise<void> {
  if (head_sha === null || base_sha === null || start_sha === null) return;
  const shas = { head_commit_sha: head_sha, base_commit_sha: base_sha, start_commit_sha: start_sha };
  const version = { number, ...shas, state: newest.version_state, real_size: newest.version_size };
  await addDiffVersion(deps, newest, version, { at: new Date() });
}

/** Marks the versions before the newest one as `without_files` after a merge. Idempotent. */
export async function dropOldFiles(
  { items: { mergeRequests }, diffs: { versions: diffVersions } }: MergeRequestChangesDeps,
  mergeRequestId: number,
): Promise<void> {
  const request = await mergeRequests.find(mergeRequestId);
  if (!request) return;
  const older = { merge_request_id: mergeRequestId, number: { $lt: request.version_number } };
  await diffVersions.model.updateMany(
    { ...older, state: { $in: ['collected', 'overflow'] } },
    { $set: { state: 'without_files' }, $inc: { version: 1 } },
  );
}
