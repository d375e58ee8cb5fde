import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of emails. */
export const emailKeys = {
  all: ['emails'],
} as const;

/** List your secondary email addresses. */
export function listCurrentUserEmails(query: QueryOf<'get', '/api/v4/user/emails'>) {
  return unwrapPage(api.GET('/api/v4/user/emails', { params: { query } }));
}

/** Delete one of your secondary email addresses. */
export function deleteEmail(emailId: number) {
  return unwrap(api.DELETE('/api/v4/user/emails/{email_id}', { params: { path: { email_id: emailId } } }));
}

/** Add an email address to your account. */
export function createEmail(body: BodyOf<'post', '/api/v4/user/emails'>) {
  return unwrap(api.POST('/api/v4/user/emails', { body }));
}
