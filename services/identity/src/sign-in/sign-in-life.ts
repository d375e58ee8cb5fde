/** How long the access token of a sign-in lives. */
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { SIGN_IN_LIFE_MS } from '../tokens/token.model';

const MINUTE_MS = 60 * 1000;
/** The default of `session_expire_delay`, with which it is not set. */
const DEFAULT_DELAY = 10_080;

/** `session_expire_delay` in milliseconds where an administrator has set it, else two hours. */
export function signInLifeMs({
  session_expire_delay: delay,
}: Pick<ApplicationSettings, 'session_expire_delay'>): number {
  return delay === DEFAULT_DELAY || delay === 0 ? SIGN_IN_LIFE_MS : delay * MINUTE_MS;
}
