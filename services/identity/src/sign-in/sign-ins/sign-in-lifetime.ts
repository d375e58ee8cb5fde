/** Lifetime of the access token of a sign-in. */
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { MINUTE_MS } from '@forgemesh/service/durations';
import { SIGN_IN_LIFETIME_MS } from '#credentials/tokens';

/** The default of `session_expire_delay`. */
const DEFAULT_DELAY = 10_080;

type Delays = Pick<ApplicationSettings, 'session_expire_delay' | 'explicit_session_expire_delay'>;

/** `session_expire_delay` in milliseconds if an administrator has set it, otherwise two hours. */
export function signInLifetimeMs({
  session_expire_delay: shown,
  explicit_session_expire_delay: explicit,
}: Delays): number {
  // The settings service of the previous release does not report whether the value was set.
  const delay = explicit ?? (shown === DEFAULT_DELAY ? 0 : shown);
  return delay === 0 ? SIGN_IN_LIFETIME_MS : delay * MINUTE_MS;
}
