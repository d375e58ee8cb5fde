/** Groups as responses and events show them. */
export { groupOf } from './group-of';
export { presentGroups, protectionOf } from './group.entity';
export { presentGroup } from './present-group';
