/**
 * The files that differ between two commits of a merge request, each as its JSON in the API. They
 * never change, so a cache serves further pages and other readers.
 */
import { mergeContent, type ContentRequest } from '../merging/merge-content';
import type { MergeDiffs } from './merge-diff-cache';
import type { MergeRequestDocument } from '#items/model';
import type { MergeRequestChangesDeps } from '../deps';

/** The files that differ between two commits. */
export function mergeDiffs(
  deps: MergeRequestChangesDeps,
  request: Pick<MergeRequestDocument, 'project_id'>,
  { base_sha, head_sha, limit_diffs = false }: Pick<ContentRequest, 'base_sha' | 'head_sha' | 'limit_diffs'>,
): Promise<MergeDiffs> {
  const key = JSON.stringify([request.project_id, base_sha, head_sha, limit_diffs]);
  return deps.diffs.contents.get(key, async () => {
    const options = { base_sha, head_sha, with_diffs: true, limit_diffs };
    const { diffs, overflow } = await mergeContent(deps, request, options);
    return { files: diffs.map((file) => Buffer.from(JSON.stringify(file))), overflow };
  });
}
