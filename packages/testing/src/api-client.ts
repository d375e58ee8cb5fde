/** A small client of the REST API, which checks each response. */
import { join } from 'node:path';
import { mesh } from './mesh';
import { SeededSecrets } from './seeded-secrets';

/** A response of the API. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON, text for other types, undefined without a body. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields of any answer
  body: any;
}

/** A request body: sent as JSON, or unchanged if it is a form or a string. */
export type ApiBody = object | string | URLSearchParams | FormData;

/** A client of the REST API with one token. Paths are relative to `/api/v4`. */
export interface ApiClient {
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  head(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  post(path: string, body?: ApiBody, headers?: Record<string, string>): Promise<ApiResponse>;
  put(path: string, body?: ApiBody, headers?: Record<string, string>): Promise<ApiResponse>;
  patch(path: string, body?: ApiBody, headers?: Record<string, string>): Promise<ApiResponse>;
  delete(path: string, body?: ApiBody, headers?: Record<string, string>): Promise<ApiResponse>;
}

let seeded: SeededSecrets | undefined;

/** The secrets that this suite sent to its mesh or received from it. */
export function seededSecrets(): SeededSecrets {
  return (seeded ??= new SeededSecrets(join(mesh().dataDir, 'seeded-secrets')));
}

/**
 * Creates a client; without a token it is anonymous. Fails if a response contains a secret that was
 * sent or received before. `base` is the address of operations that are not below `/api/v4`.
 */
export function api(token?: string, url: string = mesh().url, base = '/api/v4'): ApiClient {
  const send = async (
    method: string,
    path: string,
    body?: ApiBody,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> => {
    const secrets = seededSecrets();
    secrets.addSent(body);
    const isPlain =
      body !== undefined &&
      typeof body === 'object' &&
      !(body instanceof URLSearchParams) &&
      !(body instanceof FormData);
    const response = await fetch(`${url}${base}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { 'PRIVATE-TOKEN': token }),
        ...(isPlain && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain ? JSON.stringify(body) : (body as string) }),
      redirect: 'manual',
    });
    const text = await response.text();
    secrets.assertNone(`${text}\n${[...response.headers.values()].join('\n')}`, `the response to ${method} ${path}`);
    const parsed = parseBody(text, response.headers);
    const { status, headers: received } = response;
    checkResponse({
      url,
      method,
      path: pathname(response.url),
      status,
      contentType: received.get('content-type'),
      body: parsed,
      ...(isPlain && { request: body }),
    });
    if (method === 'POST') secrets.addIssued(parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  };
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    head: (path, headers) => send('HEAD', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
}

/** A response as the OpenAPI check receives it. */
export interface CheckedResponse {
  /** URL of the mesh. */
  url: string;
  method: string;
  /** Path of the request without its query. */
  path: string;
  status: number;
  contentType: string | null;
  body: unknown;
  /** JSON body of the request. */
  request?: unknown;
}

/**
 * Compares a response with the OpenAPI document. The environment of the suite does it, and fails
 * the test at its end. Clients of `api` do it themselves.
 */
export function checkResponse(response: CheckedResponse): void {
  const { forgeCheckResponse } = globalThis as { forgeCheckResponse?: (response: CheckedResponse) => void };
  forgeCheckResponse?.(response);
}

function pathname(url: string): string {
  return new URL(url).pathname;
}

function parseBody(text: string, headers: Headers): unknown {
  if (text === '') return undefined;
  return headers.get('content-type') === 'application/json' ? JSON.parse(text) : text;
}

/** Creates a client with the administrator's token. */
export function asRoot(): ApiClient {
  return api(mesh().rootToken);
}
