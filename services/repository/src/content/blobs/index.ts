/** Public interface of blobs. */
export { blobContent, rawHeaders, READ_AT_ONCE_BYTES } from './blob-content';
