/**
 * Signs deliveries as specified by Standard Webhooks, so that receivers can use a library to verify
 * them.
 */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/**
 * The key in a signing token (`whsec_` and 32 bytes in base64); undefined if the token is invalid.
 */
export function signingKeyOf(token: string): Buffer | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const key = Buffer.from(token.slice(PREFIX.length), 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === token.slice(PREFIX.length) ? key : undefined;
}

/**
 * The signature headers of a body: id, timestamp in seconds, and the HMAC-SHA256 of id, timestamp
 * and body.
 */
export function signatureHeaders(
  token: string,
  { id, body, now = Date.now() }: { id: string; body: string; now?: number },
): Record<string, string> {
  const key = signingKeyOf(token);
  if (!key) throw new Error('the signing token is not a key');
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
