/** Groups as responses and events show them. */
export { groupOf } from './group-of';
export { protectionOf } from './group.entity';
export type { GroupPresenter } from './group-presenter';
