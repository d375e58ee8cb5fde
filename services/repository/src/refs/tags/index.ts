/** Public interface of tags. */
export { addTag } from './add-tag';
export type { TagReleases } from './tag-releases';
export { presentTagRelease } from './tag.entity';
