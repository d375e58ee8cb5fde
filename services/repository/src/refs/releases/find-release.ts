/** Finds releases and their tags for requests. */
import { ForgeError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { locateRepository } from '#commits';
import type { TagRef } from '@forgemesh/git-engine';
import type { ReleaseDocument } from './release.model';
import type { ReleasesDeps } from './deps';

/** The release of a tag, or null. */
export async function findRelease(
  { releases }: Pick<ReleasesDeps, 'releases'>,
  projectId: number,
  tagName: string,
): Promise<ReleaseDocument | null> {
  return (await releases.model.findOne({ project_id: projectId, tag_name: tagName }).lean()) as ReleaseDocument | null;
}

/** The tag of a release. 404 `Tag does not exist`. */
export async function findReleasedTag(call: Call<ReleasesDeps>, name: string): Promise<TagRef> {
  const tag = await call.deps.git.getTag({ repo: locateRepository(call).repo, name });
  if (!tag) throw new ForgeError('not_found', 'Tag does not exist');
  return tag;
}

/** The 404 error for a tag without release. */
export function releaseMissing(): ForgeError {
  return new ForgeError('not_found', 'Release does not exist');
}
