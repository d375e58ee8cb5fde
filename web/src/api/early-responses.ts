/** Requests of the first page that begin while its scripts are still loading. */
import { accessToken, subscribe } from '#session/session';

/** Later, a response is too old for a page. */
const MAX_AGE_MS = 10_000;

const early = new Map<string, Promise<Response>>();
// What one user may see is not shown to the next one.
subscribe(() => early.clear());

/**
 * Sends a request for an address of the API, whose response the page takes later. Resolves to the
 * body; undefined if the request failed, which concerns the page only if it asks for the address.
 */
export function fetchEarly(address: string): Promise<unknown> {
  const response = send(address);
  const { href } = new URL(address, window.location.origin);
  early.set(href, response);
  setTimeout(() => early.delete(href), MAX_AGE_MS);
  return response.then((received) => (received.ok ? received.clone().json() : undefined)).catch(() => undefined);
}

/** Returns the response to a request that began early, once; undefined if there is none. */
export async function takeEarly({ method, url }: Request): Promise<Response | undefined> {
  const response = method === 'GET' ? early.get(url) : undefined;
  early.delete(url);
  const received = await response?.catch(() => undefined);
  return received?.ok ? received : undefined;
}

async function send(address: string): Promise<Response> {
  const token = await accessToken();
  return fetch(address, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
}
