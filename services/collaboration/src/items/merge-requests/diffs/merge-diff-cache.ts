import { SizedCache } from '@forgemesh/cache';

/** Maximum size of the cache. */
const MAX_BYTES = 32 * 1024 * 1024;
/**
 * The maximum patch size is a setting that the repository service applies; a change of it takes
 * effect after this time.
 */
const TTL_MS = 1_000;

/** Changed files. */
export interface MergeDiffs {
  files: readonly Buffer[];
  /** Whether some files were left out. */
  overflow: boolean;
}

/** Diffs by commits and limits. */
export type MergeDiffCache = SizedCache<MergeDiffs>;

/** Creates an empty cache. */
export function createMergeDiffCache(): MergeDiffCache {
  const bytesOf = ({ files }: MergeDiffs): number => files.reduce((sum, file) => sum + file.length, 0);
  return new SizedCache({ maxBytes: MAX_BYTES, ttlMs: TTL_MS, bytesOf });
}
