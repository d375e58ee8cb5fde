// Doors of this folder.

export { freePorts, withFreePorts } from '../lib/ports.ts';
export { emptyDataFolder, takeDataFolder } from './data-folder.ts';
export { ensureKeys } from './keys.ts';
export { gateway, services } from './services.ts';
export { enginesFile, startMesh } from './start-mesh.ts';
export { startReplica } from './replica.ts';
