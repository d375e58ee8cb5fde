/** Lists of groups, and of the projects in them. */
export { filterOf } from './list-filter';
