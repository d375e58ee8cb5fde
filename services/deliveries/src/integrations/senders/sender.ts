/** How integrations turn events into requests. */
import { type IntegrationDocument, type Properties, textOf } from '#integrations/settings';
import type { IntegrationSenderDeps } from './deps';

/** The part of a request that depends on the event. It is stored, so it contains no secrets. */
export interface Message {
  /** The body. */
  data: string;
  /** Appended to the URL, which is built from the settings alone. */
  url_suffix?: string;
}

/** The part of a request that depends on the settings, read when the request is sent. */
export interface Target {
  url: string;
  method?: 'GET';
  /** Further headers; `Authorization` is not logged. */
  headers?: Record<string, string>;
  /** Adds secrets to a stored body. */
  completeBody?(data: string): string;
}

/** The event that a message is about. */
export interface SentEvent {
  deps: IntegrationSenderDeps;
  integration: IntegrationDocument;
  properties: Properties;
  /** Payload of the hook for the event. */
  payload: HookPayload;
}

/** The fields of hook payloads that requests to other systems use. */
export interface HookPayload {
  object_kind: string;
  ref?: string;
  before?: string;
  after?: string;
  user_name?: string;
  total_commits_count?: number;
  project: { web_url: string; path_with_namespace: string; name: string; namespace: string };
  object_attributes?: {
    id?: number;
    sha?: string;
    ref?: string;
    status?: string;
    action?: string;
    oldrev?: string;
    source_branch?: string;
  };
}

/** Sends the events of one kind of integration. */
export interface Sender {
  /** The message about an event; null if there is none. */
  message(event: SentEvent): Promise<Message | null> | Message | null;
  target(properties: Properties): Target;
}

/** Appends segments, which it encodes, to the path of an address, whose query it drops. */
export function urlBelow(address: string, ...segments: string[]): URL {
  const url = new URL(address);
  url.pathname = [url.pathname.replace(/\/+$/, ''), ...segments.map(encodeURIComponent)].join('/');
  url.search = '';
  url.hash = '';
  return url;
}

/** Headers of basic authentication; none without a user. */
export function basicAuth(properties: Properties): Record<string, string> {
  const [username, password] = [textOf(properties, 'username'), textOf(properties, 'password')];
  if (username === '') return {};
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

const noCommit = /^0+$/;

/** Whether a push deleted its branch or tag. */
export function isDeletion({ after = '' }: HookPayload): boolean {
  return noCommit.test(after);
}

/** Whether a push created its branch or tag. */
export function isCreation({ before = '' }: HookPayload): boolean {
  return noCommit.test(before);
}

/** Name of the branch or tag of a ref. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

/** The branch with new commits to build; null if the event brings none. */
export function branchToBuild(payload: HookPayload): string | null {
  const { object_kind: kind, object_attributes: attributes, ref = '' } = payload;
  if (kind === 'push') return isDeletion(payload) ? null : shortRef(ref);
  if (kind !== 'merge_request') return null;
  const { action = '', oldrev, source_branch: branch = '' } = attributes ?? {};
  const hasNewCommits = action === 'open' || action === 'reopen' || oldrev !== undefined;
  return hasNewCommits ? branch : null;
}
