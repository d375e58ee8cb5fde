/** Public interface of `content/uploads`: what other areas of this service may import. */
export { removeUploads } from './remove-uploads';
export type { UploadDocument } from './upload.model';
