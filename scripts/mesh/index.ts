// Exports of this folder.

export { freePorts, withFreePorts } from '../lib/ports.ts';
export { emptyDataFolder, lockDataFolder } from './data-folder.ts';
export { ensureKeys } from './keys.ts';
export { gateway, services } from './services.ts';
export { readInstanceFile } from './instance-file.ts';
export { startMesh } from './start-mesh.ts';
export { readTarget, startTarget } from './target.ts';
export { startReplica } from './replica.ts';
