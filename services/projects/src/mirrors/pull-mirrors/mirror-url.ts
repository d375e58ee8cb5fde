/**
 * Addresses of mirrored repositories: checked when they are set, kept sealed with their
 * credentials, shown without them.
 */
import type { SecretBox } from '@forgemesh/security';
import { checkUrl, EgressError, type EgressPolicy } from '@forgemesh/web';
import type { Projects } from '../../deps';

/** Which addresses the instance lets its services call. */
export function egressPolicyOf({ settings }: Pick<Projects, 'settings'>): EgressPolicy {
  const { allow_local_requests_from_web_hooks_and_services: allowLocal, outbound_local_requests_whitelist: allowList } =
    settings.current();
  return { allowLocal, allowList };
}

/**
 * What is wrong with an address; empty for nothing. Where its name leads is checked at each
 * transfer.
 */
export function mirrorUrlErrors(deps: Pick<Projects, 'settings'>, url: string): string[] {
  try {
    checkUrl(url, egressPolicyOf(deps));
    return [];
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return [`is blocked: ${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`];
  }
}

/** Seals an address as the URL parser writes it. */
export function sealUrl(box: SecretBox, url: string): string {
  return box.seal(new URL(url).href);
}

/** A sealed address without its credentials. */
export function withoutCredentials(box: SecretBox, sealed: string): string {
  const url = new URL(box.open(sealed));
  url.username = url.password = '';
  return url.href;
}

const MASK = '*****';

/** A sealed address that tells which credentials it has, but not what they are. */
export function withMaskedCredentials(box: SecretBox, sealed: string): string {
  const url = new URL(box.open(sealed));
  if (url.username) url.username = MASK;
  if (url.password) url.password = MASK;
  return url.href;
}
