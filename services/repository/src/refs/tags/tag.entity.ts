/** Presents tags in the API. */
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Tag, TagRelease } from '@forgemesh/proto/repository/v1/tag';
import { presentCommit } from '#commits/commits/commit.entity';
import type { TagRef } from '@forgemesh/git-engine';
import { isProtectedTag } from '#access/policy';
import { listTagProtections } from '#refs/protected-tags/list-tag-protections';
import type { ReleaseDocument } from '#refs/releases/release.model';
import type { Repositories } from '#deps';

/** Presents tags; one query finds the release notes of all. */
export async function presentTags(call: Call<Repositories>, tags: readonly TagRef[]): Promise<ResponseOf<Tag>[]> {
  const { id } = call.resource();
  const [protections, releases] = await Promise.all([
    listTagProtections(call.deps, id),
    releasesOf(call.deps, id, tags),
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
export function presentTagRelease({ tag_name, description }: ReleaseDocument): ResponseOf<TagRelease> {
  return { tag_name, description };
}

async function releasesOf(
  { releases }: Repositories,
  projectId: number,
  tags: readonly TagRef[],
): Promise<Map<string, ReleaseDocument>> {
  if (tags.length === 0) return new Map();
  const filter = { project_id: projectId, tag_name: { $in: tags.map(({ name }) => name) } };
  const found = (await releases.model.find(filter).lean()) as ReleaseDocument[];
  return new Map(found.map((release) => [release.tag_name, release]));
}
