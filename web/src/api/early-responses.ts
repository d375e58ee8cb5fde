/** Requests of the first page that begin while its scripts are still loading. */
import { accessToken, subscribe } from '#session/session';

/** Later, a response is too old for a page. */
const MAX_AGE_MS = 15_000;

const early = new Map<string, Promise<Response>>();
// What one user may see is not shown to the next one.
subscribe(() => early.clear());

/**
 * Sends a request for an address of the API, whose response the page takes later. Resolves to the
 * body; undefined if the request failed, which concerns the page only if it asks for the address.
 */
export function fetchEarly(address: string): Promise<unknown> {
  const response = sendAuthorized(address);
  keep(address, response);
  return response.then((received) => (received.ok ? received.clone().json() : undefined)).catch(() => undefined);
}

/** Moves the response for an address to another address of the same thing. */
export function moveEarly(from: string, to: string): void {
  const response = early.get(absolute(from));
  if (!response) return;
  early.delete(absolute(from));
  keep(to, response);
}

/** Returns the response to a request that began early, once; undefined if there is none. */
export async function takeEarly({ method, url }: Request): Promise<Response | undefined> {
  const response = method === 'GET' ? early.get(url) : undefined;
  early.delete(url);
  const received = await response?.catch(() => undefined);
  return received?.ok ? received : undefined;
}

/** Sends a request of the visitor without the client, which needs the libraries. */
export async function sendAuthorized(address: string, init: RequestInit = {}): Promise<Response> {
  const token = await accessToken();
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return fetch(address, { ...init, headers });
}

function keep(address: string, response: Promise<Response>): void {
  const href = absolute(address);
  early.set(href, response);
  setTimeout(() => early.delete(href), MAX_AGE_MS);
}

function absolute(address: string): string {
  return new URL(address, window.location.origin).href;
}
