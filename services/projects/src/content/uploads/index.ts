/** Files that are attached to texts. */
export { removeUploads } from './remove-uploads';
export type { UploadDocument } from './upload.model';
