/**
 * The files that differ between two commits of a merge request, as the API shows them: each as its JSON. Between two commits they never
 * change, so whoever looks at a page after the other, or at what many look at, asks the shard once.
 */
import { SizedCache } from '@forgemesh/kit';
import type { Collaboration } from '../deps';
import { mergeContent, type ContentQuestion } from './merge-content';
import type { MergeRequestDocument } from './merge-request.model';

/** Memory for them. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How large patches may be is a setting, which the shard reads for itself: for so long an earlier one counts. */
const LIFE_MS = 1_000;

/** Changed files. */
export interface MergeDiffs {
  files: readonly Buffer[];
  /** Whether some were left out. */
  overflow: boolean;
}

/** Kept by commits and limits. */
export type KnownMergeDiffs = SizedCache<MergeDiffs>;

/** Starts with nothing known. */
export function createKnownMergeDiffs(): KnownMergeDiffs {
  const bytesOf = ({ files }: MergeDiffs): number => files.reduce((sum, file) => sum + file.length, 0);
  return new SizedCache({ maxBytes: MAX_BYTES, lifeMs: LIFE_MS, bytesOf });
}

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
