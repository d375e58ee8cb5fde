/** Public interface of `import-export/imports`: what other areas of this service may import. */
export type { ImportDocument } from './import.model';
