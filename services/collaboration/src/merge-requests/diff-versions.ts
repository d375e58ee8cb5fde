/** Keeps what a merge request would have brought, each time that its commits changed. */
import { isDuplicateKey } from '@forgemesh/kit';
import type { Collaboration } from '../service';
import type { DiffVersionDocument } from './diff-version.model';
import type { MergeRequestDocument } from './merge-request.model';

/** A version as the event tells of it that made it. */
export type NewVersion = Pick<
  DiffVersionDocument,
  'number' | 'head_commit_sha' | 'base_commit_sha' | 'start_commit_sha' | 'state' | 'real_size'
>;

/** Stores a version. Safe to repeat: a number is stored once. */
export async function addDiffVersion(
  { diffVersions }: Collaboration,
  mergeRequestId: number,
  version: NewVersion,
  at: Date,
): Promise<void> {
  if (await diffVersions.model.exists({ merge_request_id: mergeRequestId, number: version.number })) return;
  try {
    const id = await diffVersions.nextId();
    await diffVersions.insert({ _id: id, merge_request_id: mergeRequestId, ...version, created_at: at });
  } catch (error) {
    // Whoever repairs what a crash left met whoever did it at once.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Stores the newest version of a merge request where whoever found it has not come to that yet. */
export async function keepNewestVersion(
  deps: Collaboration,
  { _id: id, version_number: number, head_sha, base_sha, start_sha, ...newest }: MergeRequestDocument,
): Promise<void> {
  if (head_sha === null || base_sha === null || start_sha === null) return;
  const shas = { head_commit_sha: head_sha, base_commit_sha: base_sha, start_commit_sha: start_sha };
  const version = { number, ...shas, state: newest.version_state, real_size: newest.version_size };
  await addDiffVersion(deps, id, version, new Date());
}
