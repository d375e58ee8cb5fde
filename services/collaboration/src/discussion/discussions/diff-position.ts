/** The positions in diffs of merge requests and commits at which discussions start. */
import { zeroId } from '@forgemesh/git-engine/refs';
import type { Parameters } from '@forgemesh/rpc';
import type { PositionRequest } from '@forgemesh/proto/collaboration/v1/discussion';
import type { FoundCommit } from '#discussion/commit-comments';
import type { MergeRequestDocument } from '#items/model';
import { type DiffPosition, invalidNote } from '#discussion/notes';
import { lineRangeOf } from './line-range';
import type { DiscussionsDeps } from './deps';

type RequestedPosition = Parameters<PositionRequest>;

/**
 * Validates a position in a merge request: it must name a version of the diff, a file, and for text
 * files a line. Throws BadRequestError otherwise.
 */
export async function positionIn(
  deps: DiscussionsDeps,
  mergeRequestId: number,
  requested: RequestedPosition,
): Promise<DiffPosition> {
  const position = toPosition(requested);
  if (!(await hasVersion(deps, mergeRequestId, position)))
    throw invalidNote('position', 'is not in a version of the merge request');
  return position;
}

/**
 * Validates a position in the diff of a commit against its first parent. Throws BadRequestError if
 * it is invalid.
 */
export function positionInCommit(
  { target, parent_id: parentId }: FoundCommit,
  requested: RequestedPosition,
): DiffPosition {
  const position = toPosition(requested);
  const { base_sha, start_sha, head_sha } = position;
  const base = parentId ?? zeroId;
  if (head_sha !== target.commit_id || base_sha !== base || start_sha !== base)
    throw invalidNote('position', 'is not in the diff of the commit');
  return position;
}

function toPosition({ base_sha, start_sha, head_sha, ...rest }: RequestedPosition): DiffPosition {
  const isText = rest.position_type === 'text';
  const [old_line, new_line] = isText ? [rest.old_line ?? null, rest.new_line ?? null] : [null, null];
  const [old_path, new_path] = [rest.old_path ?? rest.new_path, rest.new_path ?? rest.old_path];
  if (!old_path || !new_path || (isText && old_line === null && new_line === null))
    throw invalidNote('position', 'is incomplete');
  const position_type = isText ? 'text' : 'image';
  const position = { old_path, new_path, old_line, new_line };
  const line_range = isText && rest.line_range ? lineRangeOf(position, rest.line_range) : null;
  return { base_sha, start_sha, head_sha, ...position, position_type, line_range };
}

type Version = Pick<DiffPosition, 'base_sha' | 'start_sha' | 'head_sha'>;

async function hasVersion(
  { items: { mergeRequests }, diffs: { versions: diffVersions } }: DiscussionsDeps,
  id: number,
  { base_sha, start_sha, head_sha }: Version,
): Promise<boolean> {
  const newest = { _id: id, base_sha, start_sha, head_sha } satisfies Partial<MergeRequestDocument>;
  const older = {
    merge_request_id: id,
    base_commit_sha: base_sha,
    start_commit_sha: start_sha,
    head_commit_sha: head_sha,
  };
  return (await mergeRequests.model.exists(newest)) !== null || (await diffVersions.model.exists(older)) !== null;
}
