/** Public interface of `groups/presentation`: what other areas of this service may import. */
export { groupOf } from './group-of';
export { presentGroups, protectionOf } from './group.entity';
export { presentGroup } from './present-group';
