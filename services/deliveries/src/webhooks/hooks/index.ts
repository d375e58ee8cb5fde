/** Hooks of projects and of the instance. */
export { matchesBranchFilter } from './branch-filter';
export { instanceHooks, preloadHooks, projectHooks } from './cached-hooks';
export { changeHook } from './change-hook';
export type { HooksDeps } from './deps';
export { findHook } from './find-hook';
export { assertValidHook, hookPolicy, TOKEN_HEADER } from './hook-checks';
export { healthAfter, isTooLate, pausedUntil } from './hook-pauses';
export { type HookRequest, hookSettings, newHook } from './hook-settings';
export { type HookDocument, type HookEvent, hookEvents } from './hook.model';
export { openUrl } from './sealed-url';
export { signatureHeaders } from './sign-delivery';
export { presentSystemHook } from './system-hook.entity';
