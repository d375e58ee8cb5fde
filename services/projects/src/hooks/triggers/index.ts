/** Events that trigger hooks. */
export { type HookEventType, triggersByType } from './triggers-by-type';
