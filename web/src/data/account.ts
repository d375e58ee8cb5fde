/**
 * The account pages. For some, the token of a link, or credentials, prove who sends a request, so
 * that visitors need not be signed in; users change their own account with their session.
 */
import { useQuery } from '@tanstack/react-query';
import { authorizedFetch } from '#api/client';
import { apiErrorOf } from '#lib/api-error';

/** Keys of the queries of the account pages. */
export const accountKeys = {
  passwordReset: (token: string) => ['account', 'password-reset', token],
  emailConfirmation: (token: string) => ['account', 'email-confirmation', token],
  terms: ['account', 'terms'],
  signInOptions: ['account', 'sign-in'],
  password: ['account', 'password'],
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

/** How people sign in and register. */
export interface SignInOptions {
  /** Whether people may register. */
  has_registration: boolean;
  /** Whether users can request a link to set a password. */
  has_password_reset: boolean;
  /** Minimum number of characters of a password. */
  minimum_password_length: number;
}

/** Fields of the own profile to change; absent ones stay unchanged. */
export interface ProfileChange {
  name?: string;
  bio?: string;
  organization?: string;
  location?: string;
  website_url?: string;
  public_email?: string;
  private_profile?: boolean;
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

/** Returns how people sign in and register; undefined until it is loaded. */
export function useSignInOptions(): SignInOptions | undefined {
  const { data } = useQuery({
    queryKey: accountKeys.signInOptions,
    queryFn: () => request<SignInOptions>('sign_in'),
    staleTime: Infinity,
  });
  return data;
}

/** Whether the user has a password. */
export function getOwnPassword() {
  return request<{ has_password: boolean }>('password', undefined, authorizedFetch);
}

/** Register a user, who receives a link that confirms the email address. */
export function registerUser(body: { name: string; username: string; email: string; password: string }) {
  return request<object>('registration', body);
}

/** Request a link to set a password, for a username or email address. */
export function requestPasswordReset(body: { login: string }) {
  return request<object>('forgotten_password', body);
}

/** Change the own profile. */
export function updateOwnProfile({ private_profile: isPrivate, ...change }: ProfileChange) {
  const more = isPrivate === undefined ? {} : { private_profile: String(isPrivate) };
  return request<AccountUser>('profile', { ...change, ...more }, authorizedFetch);
}

/** Replace the own picture, a PNG as base64; an empty text removes it. */
export function updateOwnAvatar(avatar: string) {
  return request<AccountUser>('profile', { avatar, avatar_name: 'avatar.png' }, authorizedFetch);
}

/** Change the own password. All other sign-ins end. */
export function changeOwnPassword(body: { current_password: string; password: string; password_confirmation: string }) {
  return request<AccountUser>('password', body, authorizedFetch);
}

/** Delete the own account. */
export function deleteOwnAccount(body: { password: string; otp_attempt: string }) {
  return request<AccountUser>('deletion', body, authorizedFetch);
}

async function request<Body>(path: string, sent?: object, send: typeof authorizedFetch = fetch): Promise<Body> {
  const init = sent && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(sent),
  };
  const response = await send(`/-/account/${path}`, init);
  const text = await response.text();
  const body: unknown = response.headers.get('Content-Type') === 'application/json' ? JSON.parse(text) : text;
  if (!response.ok) throw apiErrorOf(response, body);
  return body as Body;
}
