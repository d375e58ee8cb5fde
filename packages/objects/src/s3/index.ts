/** The engine `s3`. */
export type { S3Options } from './s3-options';
export { createS3Store } from './s3-store';
