/** Public interface of nodes. */
export { openSecret } from './credentials';
export { findNode } from './find-node';
export { findOwnNode } from './find-own-node';
export { hasSecondaries } from './has-secondaries';
export { createNodeToken, keyIdOf, verifyNodeToken } from './node-token';
export type { NodeDocument } from './node.model';
export { toReplicatedNode } from './replicated-node';
export { selectedNamespaces, selectionKey } from './selection';
export type { Site } from './site';
