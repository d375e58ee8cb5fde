/** Exports of projects. */
export { completion, removeExport } from './export-job';
export { isExpired, presentProjectSummary } from './export.entity';
export type { ArchiveTarget, ExportDocument } from './export.model';
