import type { StoredSecrets } from '@forgemesh/service';
import type { TriggersDeps } from './deps';

/**
 * The values that this service encrypts with the instance's secret; the digest of a trigger is
 * derived from its token.
 */
export function storedSecrets({ triggerBox, triggerDigests }: TriggersDeps): StoredSecrets {
  const derive = (token: string): { token_digest: string } => ({ token_digest: triggerDigests(token)[0] ?? '' });
  return { sealed: [{ collection: 'triggers', box: triggerBox, paths: ['token'], projection: { token: 1 }, derive }] };
}
