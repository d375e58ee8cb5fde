/** Public interface of protected tags. */
export { changeTagProtection } from './change-tag-protection';
export { listTagProtections, listTagProtectionsFor } from './list-tag-protections';
export { tagLists } from './protected-tag.entity';
export type { ProtectedTagDocument } from './protected-tag.model';
