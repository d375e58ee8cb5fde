/** Imports of groups. */
export type { GroupImportDocument } from './group-import.model';
