import type { Call } from '@forgemesh/rpc';
import type { Repositories } from '#deps';
import { findRelease, releaseMissing } from './find-release';
import type { ReleaseDocument } from './release.model';

/** Changes the release of a tag. 404 if none exists. */
export async function changeRelease(
  call: Call<Repositories>,
  tagName: string,
  set: Partial<Pick<ReleaseDocument, 'name' | 'description' | 'released_at'>>,
): Promise<ReleaseDocument> {
  const found = await findRelease(call.deps, call.resource().id, tagName);
  const changed = found && (await call.deps.releases.mutate(found._id, () => ({ set })));
  if (!changed) throw releaseMissing();
  return changed;
}
