/** Public interface of `import-export/exports`: what other areas of this service may import. */
export { removeExport } from './export-job';
export { isExpired, presentProjectSummary } from './export.entity';
export type { ArchiveTarget, ExportDocument } from './export.model';
