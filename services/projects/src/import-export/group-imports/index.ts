/** Public interface of `import-export/group-imports`: what other areas of this service may import. */
export type { GroupImportDocument } from './group-import.model';
