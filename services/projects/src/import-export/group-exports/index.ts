/** Public interface of `import-export/group-exports`: what other areas of this service may import. */
export { removeGroupExport } from './group-export-job';
export type { GroupExportDocument } from './group-export.model';
