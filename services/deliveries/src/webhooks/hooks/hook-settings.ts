import { hookEvents, type HookDocument, type HookEvents } from './hook.model';
import type { HooksDeps } from './deps';

/** Hook settings in requests. */
export type HookRequest = Partial<Record<(typeof hookEvents)[number], boolean>> & {
  url: string;
  push_events_branch_filter?: string | null | undefined;
  enable_ssl_verification?: boolean | undefined;
  token?: string | null | undefined;
  signing_token?: string | null | undefined;
};

/** The fields that a request sets. URL and tokens are encrypted; an empty token means none. */
export function hookSettings(
  { hookBox }: Pick<HooksDeps, 'hookBox'>,
  request: HookRequest,
): Partial<HookDocument> & { url: string } {
  const { push_events_branch_filter: filter, enable_ssl_verification: verify, token, signing_token } = request;
  const switches = hookEvents.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]);
  return {
    url: hookBox.seal(request.url),
    ...(filter !== undefined && { push_events_branch_filter: filter ?? '' }),
    ...(Object.fromEntries(switches) as Partial<HookDocument>),
    ...(verify !== undefined && { enable_ssl_verification: verify }),
    ...(token !== undefined && { token: token ? hookBox.seal(token) : null }),
    ...(signing_token !== undefined && { signing_token: signing_token ? hookBox.seal(signing_token) : null }),
  };
}

/** A new hook with default settings: push events only. */
export function newHook(id: number, projectId: number | null): Omit<HookDocument, 'version' | 'url'> {
  const off = Object.fromEntries(hookEvents.map((name) => [name, false])) as HookEvents;
  const now = new Date();
  return {
    _id: id,
    project_id: projectId,
    push_events_branch_filter: '',
    ...off,
    push_events: true,
    enable_ssl_verification: true,
    token: null,
    created_at: now,
    updated_at: now,
  };
}
