/** Public interface of wikis. */
export { findWiki } from './wiki-repository';
