// Exports of this folder.

export { buildImage, images, revision } from './images.ts';
export { findBuilder } from './builder.ts';
