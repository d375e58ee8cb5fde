import type { Call } from '@forgemesh/rpc';
import { findRelease, releaseMissing } from './find-release';
import type { ReleaseDocument } from './release.model';
import type { ReleasesDeps } from './deps';

/** Changes the release of a tag. 404 if none exists. */
export async function changeRelease(
  call: Call<ReleasesDeps>,
  tagName: string,
  set: Partial<Pick<ReleaseDocument, 'name' | 'description' | 'released_at'>>,
): Promise<ReleaseDocument> {
  const found = await findRelease(call.deps, call.resource().id, tagName);
  const changed = found && (await call.deps.releases.mutate(found._id, () => ({ set })));
  if (!changed) throw releaseMissing();
  return changed;
}
