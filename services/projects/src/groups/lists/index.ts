/** Public interface of `groups/lists`: what other areas of this service may import. */
export { filterOf } from './list-filter';
