/** Public interface of content. */
export { digestOf } from './digest';
export { encodeContent } from './encode-content';
export { compilePattern, matchesPath, type PathPattern } from './match-path';
export { startDownload } from './start-download';
