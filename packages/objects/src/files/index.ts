/** Files in the object store. */
export type { FileContents } from './file-contents';
export { chooseFilePlace, type ChosenFilePlace } from './file-place';
export { filePart, insertIntoDatabase, type MigratedFiles } from './file-parts';
export { createMigratingFileStore } from './migrating-file-store';
export { createObjectFileStore, type ObjectFiles } from './object-file-store';
