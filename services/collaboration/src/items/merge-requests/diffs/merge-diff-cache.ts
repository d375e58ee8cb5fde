import { SizedCache } from '@forgemesh/cache';

/** Memory for them. */
const MAX_BYTES = 32 * 1024 * 1024;
/**
 * How large patches may be is a setting, which the shard reads for itself: for so long an earlier
 * one counts.
 */
const LIFE_MS = 1_000;

/** Changed files. */
export interface MergeDiffs {
  files: readonly Buffer[];
  /** Whether some were left out. */
  overflow: boolean;
}

/** Kept by commits and limits. */
export type KnownMergeDiffs = SizedCache<MergeDiffs>;

/** Creates an empty cache. */ export function createKnownMergeDiffs(): KnownMergeDiffs {
  const bytesOf = ({ files }: MergeDiffs): number => files.reduce((sum, file) => sum + file.length, 0);
  return new SizedCache({ maxBytes: MAX_BYTES, lifeMs: LIFE_MS, bytesOf });
}
