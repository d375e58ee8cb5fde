/** The creation, change and deletion of groups. */
export { assertNoErrors } from './creation-rules';
export type { GroupCreation } from './group-creation';
export { defaultSettings, type GroupSettings } from './group-settings';
