/** The API as a typed client: `unwrap(api.GET('/api/v4/projects/{id}', ...))`. */
import createClient from 'openapi-fetch';
import { apiErrorOf } from '#lib/api-error';
import { accessToken, renew, sessionKind } from '#session/session';
import type { paths } from '../../gen/openapi';
import { takeEarly } from './early-responses';
import type { Page } from './page';
import type { FullForm } from './types';

/**
 * Sends a request of the visitor. A token that has expired in the meantime is replaced once.
 */
export async function authorizedFetch(input: Request | string, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const early = await takeEarly(request);
  if (early) return early;
  const second = request.clone();
  const token = await accessToken();
  const response = await fetch(withToken(request, token));
  if (response.status !== 401 || sessionKind() === 'personal') return response;
  // After the end of the session, public things are still visible.
  const renewed = (await renew(token)) ?? (await accessToken());
  return renewed === undefined || renewed === token ? response : fetch(withToken(second, renewed));
}

function withToken(request: Request, token: string | undefined): Request {
  if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}

/** The client. All paths and parameters are those of the API reference. */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: authorizedFetch });

interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Returns the body of a successful response. Throws ApiError otherwise. */
export async function unwrap<Data>(request: Promise<Result<Data>>): Promise<FullForm<Data>> {
  const { data, error, response } = await request;
  if (!response.ok) throw apiErrorOf(response, error);
  return data as FullForm<Data>;
}

/** Returns a page of a list. Throws ApiError. */
export async function unwrapPage<Item>(request: Promise<Result<Item[]>>): Promise<Page<FullForm<Item>>> {
  const { data, error, response } = await request;
  if (!response.ok) throw apiErrorOf(response, error);
  const numberOf = (name: string): number | undefined => {
    const text = response.headers.get(name);
    return text === null || text === '' ? undefined : Number(text);
  };
  return {
    items: (data ?? []) as FullForm<Item>[],
    page: numberOf('X-Page') ?? 1,
    nextPage: numberOf('X-Next-Page'),
    total: numberOf('X-Total'),
    totalPages: numberOf('X-Total-Pages'),
    unanswered: response.headers.get('X-Unanswered') ?? undefined,
  };
}
