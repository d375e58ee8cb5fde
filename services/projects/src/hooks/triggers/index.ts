/** Public interface of `hooks/triggers`: what other areas of this service may import. */
export { type HookEventType, triggersByType } from './triggers-by-type';
