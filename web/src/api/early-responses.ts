/** Requests of the first page that begin while its scripts are still loading. */
import { accessToken } from '#session/session';

const early = new Map<string, Promise<Response>>();

/** Sends a request for an address of the API, whose response the page takes later. */
export function fetchEarly(address: string): void {
  const response = send(address);
  // A failure concerns the page only if it asks for the address.
  response.catch(() => undefined);
  early.set(new URL(address, window.location.origin).href, response);
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
