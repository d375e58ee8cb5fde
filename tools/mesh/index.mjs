// Doors of this folder.

export { freePorts, withFreePorts } from '../lib/ports.mjs';
export { emptyDataFolder, takeDataFolder } from './data-folder.mjs';
export { ensureKeys } from './keys.mjs';
export { gateway, services } from './services.mjs';
export { enginesFile, startMesh } from './start-mesh.mjs';
export { startReplica } from './replica.mjs';
