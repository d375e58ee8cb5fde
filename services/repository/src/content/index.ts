/** Public interface of content. */
export { digestOf } from './digest';
export { encodeContent } from './encode-content';
export { startDownload } from './start-download';
