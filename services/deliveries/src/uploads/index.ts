/** Uploads of exported archives. */
export type { UploadsDeps } from './deps';
export { requestUpload } from './request-upload';
