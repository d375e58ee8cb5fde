/** Public interface of resolving references to items, labels and users. */
export { type CopiedUploads, copyUploadsOf, type TextMove } from './copied-uploads';
export { type ReferencesDeps } from './deps';
export { referenceLinks } from './reference-links';
export { rewriteReferences } from './rewrite-references';
export { type ReferencedItem, resolveItems } from './resolve-items';
