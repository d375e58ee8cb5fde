/** Public interface of sign-ins. */
export type { GitSignInRecorder } from './git-sign-in-recorder';
