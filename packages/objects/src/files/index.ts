/** Files in the object store. */
export { filePart, type MigratedFiles } from './file-parts';
export { createMigratingFileStore } from './migrating-file-store';
export { createObjectFileStore, type ObjectFiles } from './object-file-store';
