/** What is checked of a hook before it is kept. What its name leads to is checked at each delivery. */
import { checkUrl, EgressError, ForgeError } from '@forgemesh/kit';
import type { Projects } from '../service';
import { isValidBranchFilter } from './branch-filter';

/** Throws 422 with the API's texts for a URL or branch filter that no hook may have. */
export function assertValidHook(
  { settings }: Projects,
  { url, push_events_branch_filter: filter }: { url: string; push_events_branch_filter?: string | null | undefined },
): void {
  const { allow_local_requests_from_web_hooks_and_services: allowLocal, outbound_local_requests_whitelist: allowList } =
    settings.current();
  try {
    checkUrl(url, { allowLocal, allowList });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new ForgeError('unprocessable', 'Invalid url given', { key: 'error', cause: error });
  }
  if (!isValidBranchFilter(filter ?? ''))
    throw new ForgeError('unprocessable', 'Invalid branch filter given', { key: 'error' });
}
