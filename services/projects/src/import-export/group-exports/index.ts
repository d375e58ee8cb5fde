/** Exports of groups. */
export { removeGroupExport } from './group-export-job';
export type { GroupExportDocument } from './group-export.model';
