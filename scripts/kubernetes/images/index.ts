// Exports of this folder.

export { buildImage, images, revision } from './images.ts';
export { allBaseImages, assertPinned, baseImagesOf, parseReference, updateBaseImages } from './base-images.ts';
export { resolveDigest } from './registry.ts';
export { findBuilder } from './builder.ts';
