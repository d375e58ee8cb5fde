import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { locateRepository } from '#commits';
import type { TagRef } from '@forgemesh/git-engine';
import type { TagsDeps } from './deps';

/** Finds a tag by name. 404 if none exists. */
export async function findTag(call: Call<TagsDeps>, name: string): Promise<TagRef> {
  const found = await call.deps.git.getTag({ repo: locateRepository(call).repo, name });
  if (!found) throw new NotFoundError('Tag');
  return found;
}
