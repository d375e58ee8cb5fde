// What the tools need to make images.

export { buildImage, images, revision } from './images.mjs';
export { findBuilder } from './builder.mjs';
