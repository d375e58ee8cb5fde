/** Public interface of commit files. */
export { contentOf } from './commit-content';
export { commitFiles } from './commit-files';
