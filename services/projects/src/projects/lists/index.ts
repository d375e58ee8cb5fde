/** Lists of projects, and cached reads of single ones. */
export { combineFilters } from './list-filter';
export { canReadProfile, findNamedUser } from './named-user';
export type { ProjectReader } from './project-reader';
export type { VisibleProjects } from './visible-projects';
