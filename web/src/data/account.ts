/**
 * The account pages: the token of a link, or credentials, prove who sends a request, so that
 * visitors need not be signed in.
 */
import { apiErrorOf } from '#lib/api-error';

/** Keys of the queries of the account pages. */
export const accountKeys = {
  passwordReset: (token: string) => ['account', 'password-reset', token],
  emailConfirmation: (token: string) => ['account', 'email-confirmation', token],
  terms: ['account', 'terms'],
} as const;

/** The user whose password a link resets. */
export interface PasswordReset {
  username: string;
  /** Minimum number of characters of a password. */
  minimum_password_length: number;
}

/** The email address that a link confirms. */
export interface EmailConfirmation {
  email: string;
  username: string;
}

/** The terms of the instance. */
export interface Terms {
  /** Changes with the text. */
  version: string;
  /** The text as sanitized HTML. */
  terms_html: string;
}

/** The user who did something. */
interface AccountUser {
  username: string;
}

/** Get the user whose password a link resets. */
export function getPasswordReset(token: string) {
  return request<PasswordReset>(`password_reset?${new URLSearchParams({ token }).toString()}`);
}

/** Set the password of the user of a link. */
export function resetPassword(body: { token: string; password: string; password_confirmation: string }) {
  return request<AccountUser>('password_reset', body);
}

/** Get the email address that a link confirms. */
export function getEmailConfirmation(token: string) {
  return request<EmailConfirmation>(`email_confirmation?${new URLSearchParams({ token }).toString()}`);
}

/** Confirm the email address of a link. */
export function confirmEmail(body: { token: string }) {
  return request<EmailConfirmation>('email_confirmation', body);
}

/** Get the terms of the instance. */
export function getTerms() {
  return request<Terms>('terms');
}

/** Accept a version of the terms, with a password or a token. */
export function acceptTerms(body: { version: string; login: string; secret: string }) {
  return request<AccountUser>('terms', body);
}

async function request<Body>(path: string, sent?: object): Promise<Body> {
  const init = sent && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(sent),
  };
  const response = await fetch(`/-/account/${path}`, init);
  const text = await response.text();
  const body: unknown = response.headers.get('Content-Type') === 'application/json' ? JSON.parse(text) : text;
  if (!response.ok) throw apiErrorOf(response, body);
  return body as Body;
}
