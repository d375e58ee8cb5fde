/** Public interface of code search. */
export { parseSearch } from './parse-search';
export { createSearchShares } from './search-projects';
