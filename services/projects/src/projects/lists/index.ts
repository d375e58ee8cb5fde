/** Public interface of `projects/lists`: what other areas of this service may import. */
export { combineFilters } from './list-filter';
export { canReadProfile, findNamedUser } from './named-user';
export type { VisibleProjects } from './visible-projects';
