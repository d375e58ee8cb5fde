/** What is checked of a hook before it is kept. What its name leads to is checked at each delivery. */
import { checkUrl, EgressError, ForgeError, type EgressPolicy } from '@forgemesh/kit';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Projects } from '../service';
import { parseAddress } from '../web-address';
import { isValidBranchFilter } from './branch-filter';

/** Throws 422 with the API's texts for a URL or branch filter that no hook may have. */
export function assertValidHook(
  { settings }: Projects,
  { url, push_events_branch_filter: filter }: { url: string; push_events_branch_filter?: string | null | undefined },
  { isSystem = false } = {},
): void {
  if (!isValidUrl(url, hookPolicy(settings.current(), isSystem)))
    throw new ForgeError('unprocessable', 'Invalid url given', { key: 'error' });
  if (!isValidBranchFilter(filter ?? ''))
    throw new ForgeError('unprocessable', 'Invalid branch filter given', { key: 'error' });
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

/** Where hooks may reach: those of the instance have a switch of their own. */
export function hookPolicy(settings: ApplicationSettings, isSystem: boolean): EgressPolicy {
  const allowLocal = isSystem
    ? settings.allow_local_requests_from_system_hooks
    : settings.allow_local_requests_from_web_hooks_and_services;
  return { allowLocal, allowList: settings.outbound_local_requests_whitelist };
}
