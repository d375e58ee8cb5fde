import type { CommitsDeps } from './deps';

/** Diff limits of the API: patches larger than the instance's setting are left out. */
export function patchLimits({ settings }: Pick<CommitsDeps, 'settings'>): { max_patch_bytes: number } {
  return { max_patch_bytes: settings.current().diff_max_patch_bytes };
}
