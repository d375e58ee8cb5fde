import { type EntityStore, isDuplicateKey } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { TagRef } from '@forgemesh/git-engine';
import type { ReleaseDocument } from './release.model';

/** Fields of a new release. */
export interface NewRelease {
  /** Default: the name of the tag. */
  name?: string | undefined;
  /** Default: none. */
  description?: string | undefined;
  links?: { name: string; url: string }[];
  /** Default: now. */
  released_at?: Date;
}

/**
 * Adds a release to a tag; a retry returns the release of the first attempt. 409 if the tag already
 * has one.
 */
export async function addRelease(
  releases: EntityStore<ReleaseDocument>,
  call: Call<unknown>,
  tag: TagRef,
  release: NewRelease,
): Promise<ReleaseDocument> {
  const now = new Date();
  try {
    return await releases.insert({
      _id: await releases.nextId(),
      project_id: call.resource().id,
      tag_name: tag.name,
      name: release.name || tag.name,
      description: release.description ?? null,
      sha: tag.commit?.id ?? null,
      author_id: call.principal.id,
      links: (release.links ?? []).map((link, index) => ({ id: index + 1, ...link })),
      created_at: now,
      released_at: release.released_at ?? now,
      ...(call.operationId !== undefined && { operation_id: call.operationId }),
    });
  } catch (error) {
    if (isDuplicateKey(error)) throw new ConflictError('Release already exists');
    throw error;
  }
}
