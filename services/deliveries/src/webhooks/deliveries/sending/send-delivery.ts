/** Makes one attempt to send a delivery and returns the data to log. */
import { egressFetch, EgressError, type EgressResponse } from '@forgemesh/http';
import { hookPolicy, TOKEN_HEADER, signatureHeaders } from '#webhooks/hooks';
import { isFailure } from '../delivery-rules';
import type { DeliveryDocument } from '../delivery.model';
import type { HookDeliveriesDeps } from '../deps';
import type { DeliveryTarget } from './delivery-target';

const TIMEOUT_MS = 10_000;
/** Maximum size of the response that is read. */
const MAX_BYTES = 16 * 1024;
const MAX_REDIRECTS = 3;
const USER_AGENT = 'Forgemesh';
const REDACTED = '[REDACTED]';

type Sent = Pick<
  DeliveryDocument,
  | 'url'
  | 'request_headers'
  | 'response_headers'
  | 'response_body'
  | 'response_status'
  | 'internal_error'
  | 'execution_duration'
>;

/** The result of an attempt. */
export interface DeliveryResult {
  sent: Sent;
  /** Whether the attempt failed. */
  failed: boolean;
  /** Whether a retry makes sense. */
  shouldRetry: boolean;
}

/**
 * Sends a delivery to the current URL of its hook. Never throws for errors of the receiver or the
 * network.
 */
export async function sendDelivery(
  deps: Pick<HookDeliveriesDeps, 'settings' | 'hookBox'>,
  hook: DeliveryTarget,
  delivery: DeliveryDocument,
): Promise<DeliveryResult> {
  const token = hook.token === null ? undefined : deps.hookBox.open(hook.token);
  const signing = hook.signing_token ? deps.hookBox.open(hook.signing_token) : undefined;
  const headers = {
    ...headersOf(delivery, hook),
    ...(signing !== undefined && signatureHeaders(signing, { id: delivery.event_key, body: delivery.request_data })),
  };
  const started = performance.now();
  const result = await sendOnce(deps, hook, delivery, {
    ...headers,
    ...hook.headers,
    ...(token !== undefined && { [TOKEN_HEADER]: token }),
  });
  const logged = {
    ...headers,
    ...hook.headers,
    ...(hook.headers?.['Authorization'] !== undefined && { Authorization: REDACTED }),
    ...(token !== undefined && { [TOKEN_HEADER]: REDACTED }),
  };
  const seconds = Math.round(performance.now() - started) / 1000;
  return {
    ...result,
    sent: {
      url: hook.kind === 'integration' ? new URL(hook.url).origin : withoutSecrets(hook.url),
      request_headers: logged,
      execution_duration: seconds,
      ...result.sent,
    },
  };
}

interface AttemptResult extends Omit<DeliveryResult, 'sent'> {
  sent: Pick<Sent, 'response_headers' | 'response_body' | 'response_status' | 'internal_error'>;
}

async function sendOnce(
  { settings }: Pick<HookDeliveriesDeps, 'settings'>,
  hook: DeliveryTarget,
  { request_data, url_suffix = '' }: DeliveryDocument,
  headers: Record<string, string>,
): Promise<AttemptResult> {
  try {
    const response = await egressFetch({
      url: `${hook.url}${url_suffix}`,
      method: hook.method ?? 'POST',
      headers,
      ...(hook.method !== 'GET' && { body: Buffer.from(hook.completeBody?.(request_data) ?? request_data) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      truncates: true,
      maxRedirects: MAX_REDIRECTS,
      sameOrigin: true,
      verifyTls: hook.enable_ssl_verification,
      policy: hookPolicy(settings.current(), hook.project_id === null),
    });
    const failed = isFailure(response.status);
    return { sent: responseFields(response), failed, shouldRetry: failed };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const sent = { response_headers: {}, response_body: '', response_status: 'internal error', internal_error: reason };
    // Addresses that are refused now are refused later as well, so there is no retry.
    return { sent, failed: true, shouldRetry: !(error instanceof EgressError && error.isRefusal) };
  }
}

function responseFields({ status, headers, body }: EgressResponse): AttemptResult['sent'] {
  const flat = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return {
    response_headers: Object.fromEntries(flat) as Record<string, string>,
    // Databases may reject NUL characters in text.
    response_body: body.toString('utf8').replaceAll('\u0000', '\ufffd'),
    response_status: String(status),
    internal_error: '',
  };
}

function headersOf(
  { event_name, event_key, event_id }: DeliveryDocument,
  { method }: DeliveryTarget,
): Record<string, string> {
  return {
    ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
    'User-Agent': USER_AGENT,
    'X-Gitlab-Event': event_name,
    'X-Gitlab-Event-UUID': event_id,
    'Idempotency-Key': event_key,
  };
}

/** The URL for the log. Removes credentials and query values, which may contain secrets. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  const names = [...new Set(url.searchParams.keys())];
  for (const name of names) url.searchParams.set(name, REDACTED);
  return url.toString();
}
