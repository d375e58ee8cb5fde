// What the tools need to make images.

export { buildImage, images, revision } from './images.ts';
export { findBuilder } from './builder.ts';
