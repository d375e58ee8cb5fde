/** Events that trigger hooks. */
export type { TriggersDeps } from './deps';
export { type HookEventType, triggersByType } from './triggers-by-type';
