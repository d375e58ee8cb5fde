/** Public interface of commits made from file actions. */
export { contentOf } from './commit-content';
export { commitFiles } from './commit-files';
export { commitFirst } from './first-commit';
