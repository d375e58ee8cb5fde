import type { TagReleases } from '#refs/tags';
import { addRelease } from './add-release';
import type { ReleaseDocument } from './release.model';
import type { ReleasesDeps } from './deps';

/** Creates the access of tags to their releases. */
export function createTagReleases({ releases }: Pick<ReleasesDeps, 'releases'>): TagReleases {
  return {
    async findAll(projectId, tagNames) {
      if (tagNames.length === 0) return new Map();
      const filter = { project_id: projectId, tag_name: { $in: [...tagNames] } };
      const found = (await releases.model.find(filter).lean()) as ReleaseDocument[];
      return new Map(found.map((release) => [release.tag_name, release]));
    },
    async add(call, tag, description) {
      await addRelease(releases, call, tag, { description });
    },
    async remove(projectId, tagName) {
      await releases.model.deleteOne({ project_id: projectId, tag_name: tagName });
    },
  };
}
