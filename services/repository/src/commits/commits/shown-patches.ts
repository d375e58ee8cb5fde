import type { Repositories } from '../../deps';

/**
 * The limits of a diff that the API shows: patches of files that are larger than the instance says
 * are left out.
 */
export function shownPatches({ settings }: Pick<Repositories, 'settings'>): { max_patch_bytes: number } {
  return { max_patch_bytes: settings.current().diff_max_patch_bytes };
}
