import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectHook } from '@forgemesh/proto/deliveries/v1/hook';
import { presentSystemHook } from './system-hook.entity';
import { presentHealth } from './hook-health';
import type { HookDocument } from './hook.model';
import { openUrl, type HookSecrets } from './sealed-url';

/** Presents a hook, without its tokens. */
export function presentHook(deps: HookSecrets, hook: HookDocument): ResponseOf<ProjectHook> {
  return {
    id: hook._id,
    url: openUrl(deps, hook),
    project_id: hook.project_id ?? 0,
    push_events: hook.push_events,
    push_events_branch_filter: hook.push_events_branch_filter,
    issues_events: hook.issues_events,
    confidential_issues_events: hook.confidential_issues_events,
    merge_requests_events: hook.merge_requests_events,
    tag_push_events: hook.tag_push_events,
    note_events: hook.note_events,
    confidential_note_events: hook.confidential_note_events,
    job_events: hook.job_events,
    pipeline_events: hook.pipeline_events,
    wiki_page_events: hook.wiki_page_events,
    repository_update_events: hook.repository_update_events,
    enable_ssl_verification: hook.enable_ssl_verification,
    created_at: hook.created_at.toISOString(),
    ...presentHealth(hook),
  };
}

/**
 * A hook in events. Events are stored, so they contain only the origin of the URL, which may
 * contain a secret.
 */
export function presentHookEvent(
  deps: HookSecrets,
  hook: HookDocument,
): EventEntity<'deliveries.hook.updated'> | EventEntity<'deliveries.system_hook.updated'> {
  const shown = hook.project_id === null ? presentSystemHook(deps, hook) : presentHook(deps, hook);
  return { ...shown, url: new URL(shown.url).origin };
}
