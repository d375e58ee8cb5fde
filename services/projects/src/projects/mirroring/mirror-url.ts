/**
 * URLs of mirrored repositories: validated when they are set, stored encrypted with their
 * credentials, shown without them.
 */
import type { SecretBox } from '@forgemesh/security';
import { checkUrl, EgressError, type EgressPolicy } from '@forgemesh/http';
import type { MirroringDeps } from './deps';

/** Policy for outgoing requests of the instance. */
export function egressPolicyOf({ settings }: Pick<MirroringDeps, 'settings'>): EgressPolicy {
  const current = settings.current();
  return {
    allowLocal: current.allow_local_requests_from_web_hooks_and_services,
    allowList: current.outbound_local_requests_whitelist,
    resolvesAgain: !current.dns_rebinding_protection_enabled,
  };
}

/**
 * Errors for a URL; empty if it is valid. The addresses that its host name resolves to are checked
 * at each transfer.
 */
export function mirrorUrlErrors(deps: Pick<MirroringDeps, 'settings'>, url: string): string[] {
  try {
    checkUrl(url, egressPolicyOf(deps));
    return [];
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return [`is blocked: ${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`];
  }
}

/** Encrypts a URL in normalized form. */
export function sealUrl(box: SecretBox, url: string): string {
  return box.seal(new URL(url).href);
}

/** Decrypts a URL and removes its credentials. */
export function withoutCredentials(box: SecretBox, sealed: string): string {
  const url = new URL(box.open(sealed));
  url.username = url.password = '';
  return url.href;
}

const MASK = '*****';

/**
 * Decrypts a URL and masks its credentials, which shows whether it has a user name and a password.
 */
export function withMaskedCredentials(box: SecretBox, sealed: string): string {
  const url = new URL(box.open(sealed));
  if (url.username) url.username = MASK;
  if (url.password) url.password = MASK;
  return url.href;
}
