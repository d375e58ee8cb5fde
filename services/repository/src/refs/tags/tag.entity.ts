/** Presents tags in the API. */
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Tag, TagRelease } from '@forgemesh/proto/repository/v1/tag';
import { presentCommit } from '#commits/history';
import type { TagRef } from '@forgemesh/git-engine';
import { isProtectedTag } from '#access';
import { listTagProtections } from '#refs/protected-tags';
import type { TagNotes } from './tag-releases';
import type { TagsDeps } from './deps';

/** Presents tags; one query finds the release notes of all. */
export async function presentTags(call: Call<TagsDeps>, tags: readonly TagRef[]): Promise<ResponseOf<Tag>[]> {
  const { id } = call.resource();
  const [protections, releases] = await Promise.all([
    listTagProtections(call.deps, id),
    call.deps.tagReleases.findAll(
      id,
      tags.map(({ name }) => name),
    ),
  ]);
  return tags.map((tag) => {
    const release = releases.get(tag.name);
    return {
      name: tag.name,
      // Git appends a line break to every message.
      message: tag.message?.replace(/\n+$/, '') ?? null,
      target: tag.id,
      commit: tag.commit && presentCommit(tag.commit),
      release: release ? presentTagRelease(release) : null,
      protected: isProtectedTag(tag.name, protections),
    };
  });
}

/** The release notes of a tag. */
export function presentTagRelease({ tag_name, description }: TagNotes): ResponseOf<TagRelease> {
  return { tag_name, description };
}
