/** Imports of projects. */
export type { ImportDocument } from './import.model';
