import type { ResponseOf } from '@forgemesh/rpc';
import type { SystemHook } from '@forgemesh/proto/deliveries/v1/system_hook';
import { presentHealth } from './hook-health';
import type { HookDocument } from './hook.model';
import { openUrl, type HookSecrets } from './sealed-url';

/** Presents a system hook, without its tokens. */
export function presentSystemHook(deps: HookSecrets, hook: HookDocument): ResponseOf<SystemHook> {
  const { push_events, tag_push_events, merge_requests_events, repository_update_events } = hook;
  return {
    id: hook._id,
    url: openUrl(deps, hook),
    created_at: hook.created_at.toISOString(),
    push_events,
    tag_push_events,
    merge_requests_events,
    repository_update_events,
    enable_ssl_verification: hook.enable_ssl_verification,
    ...presentHealth(hook),
  };
}
