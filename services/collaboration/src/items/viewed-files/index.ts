/** Public interface of the marks for viewed files. */
export { type ViewedFilesDeps } from './deps';
export { type ViewedFilesDocument } from './viewed-files.model';
