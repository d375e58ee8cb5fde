/** Public interface of `groups/lifecycle`: what other areas of this service may import. */
export { assertNoErrors } from './creation-rules';
export type { GroupCreation } from './group-creation';
export { defaultSettings, type GroupSettings } from './group-settings';
