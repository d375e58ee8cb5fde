/**
 * Validates hooks before they are stored. The addresses that a host name resolves to are checked at
 * each delivery.
 */
import { validateHeaderValue } from 'node:http';
import { ForgeError, InvalidParameterError } from '@forgemesh/errors';
import { checkUrl, EgressError, type EgressPolicy, parseAddress } from '@forgemesh/http';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { signingKeyOf } from './sign-delivery';
import { isValidBranchFilter } from './branch-filter';
import type { HooksDeps } from './deps';

/** The header that carries the token of a hook. */
export const TOKEN_HEADER = 'X-Gitlab-Token';

/** The validated fields; an unchanged URL is left out. */
interface Checked {
  url?: string | undefined;
  push_events_branch_filter?: string | null | undefined;
  token?: string | null | undefined;
  signing_token?: string | null | undefined;
}

/**
 * Throws 422 with the API's messages for an invalid URL or branch filter, and InvalidParameterError
 * for a token that is not a valid header value or a signing token that is not a key.
 */
export function assertValidHook(
  { settings }: Pick<HooksDeps, 'settings'>,
  { url, push_events_branch_filter: filter, token, signing_token }: Checked,
  { isSystem = false } = {},
): void {
  if (url !== undefined && !isValidUrl(url, hookPolicy(settings.current(), isSystem)))
    throw new ForgeError('unprocessable', 'Invalid url given', { key: 'error' });
  if (!isValidBranchFilter(filter ?? ''))
    throw new ForgeError('unprocessable', 'Invalid branch filter given', { key: 'error' });
  if (!isHeaderValue(token ?? '')) throw new InvalidParameterError('token is invalid');
  if (signing_token && !signingKeyOf(signing_token)) throw new InvalidParameterError('signing_token is invalid');
}

function isHeaderValue(text: string): boolean {
  try {
    validateHeaderValue(TOKEN_HEADER, text);
    return true;
  } catch {
    return false;
  }
}

function isValidUrl(url: string, policy: EgressPolicy): boolean {
  try {
    checkUrl(url, policy);
    return parseAddress(url) !== undefined;
  } catch (error) {
    if (error instanceof EgressError) return false;
    throw error;
  }
}

/** Addresses that hooks may call. System hooks have a separate setting. */
export function hookPolicy(settings: ApplicationSettings, isSystem: boolean): EgressPolicy {
  const allowLocal = isSystem
    ? settings.allow_local_requests_from_system_hooks
    : settings.allow_local_requests_from_web_hooks_and_services;
  return {
    allowLocal,
    allowList: settings.outbound_local_requests_whitelist,
    resolvesAgain: !settings.dns_rebinding_protection_enabled,
  };
}
