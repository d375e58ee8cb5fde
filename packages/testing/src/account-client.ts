/** A client of the JSON that the gateway has for the account pages. */
import { seededSecrets } from './api-client';
import { mesh } from './mesh';

/** What an account page shows, or the error. */
export interface AccountResponse {
  status: number;
  body: Record<string, unknown>;
}

/** The account pages. */
export type AccountResourceName =
  | 'password_reset'
  | 'email_confirmation'
  | 'terms'
  | 'sign_in'
  | 'registration'
  | 'forgotten_password'
  | 'profile'
  | 'password'
  | 'deletion';

/** Loads what a page shows. */
export function getAccount(name: AccountResourceName, query: Record<string, string> = {}): Promise<AccountResponse> {
  return request(`/-/account/${name}?${new URLSearchParams(query).toString()}`, {});
}

/** Submits the form of a page, as the user of a token if one is given. */
export function postAccount(name: AccountResourceName, body: object, token?: string): Promise<AccountResponse> {
  return request(`/-/account/${name}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

async function request(path: string, init: RequestInit): Promise<AccountResponse> {
  const response = await fetch(`${mesh().url}${path}`, init);
  const text = await response.text();
  seededSecrets().assertNone(text, `the response to ${path.split('?', 1)[0]}`);
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : { text } };
}
