/**
 * The files that differ between two commits of a merge request, as the API shows them: each as its
 * JSON. Between two commits they never change, so whoever looks at a page after the other, or at
 * what many look at, asks the shard once.
 */
import type { Collaboration } from '../../../deps';
import { mergeContent, type ContentQuestion } from '../merging/merge-content';
import type { MergeDiffs } from './merge-diff-cache';
import type { MergeRequestDocument } from '../merge-request.model';

/** The files that differ between two commits. */
export function mergeDiffs(
  deps: Collaboration,
  request: Pick<MergeRequestDocument, 'project_id'>,
  { base_sha, head_sha, limit_diffs = false }: Pick<ContentQuestion, 'base_sha' | 'head_sha' | 'limit_diffs'>,
): Promise<MergeDiffs> {
  const key = JSON.stringify([request.project_id, base_sha, head_sha, limit_diffs]);
  return deps.mergeDiffs.get(key, async () => {
    const question = { base_sha, head_sha, with_diffs: true, limit_diffs };
    const { diffs, overflow } = await mergeContent(deps, request, question);
    return { files: diffs.map((file) => Buffer.from(JSON.stringify(file))), overflow };
  });
}
