/** The terms of the instance, and the check that users have accepted them. */
import { createHash } from 'node:crypto';
import { ForbiddenError } from '@forgemesh/errors';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { UserDocument } from '#users/accounts';
import type { TermsDeps } from './deps';

/** Terms to accept. */
export interface Terms {
  /** Hash that identifies the text. */
  version: string;
  text: string;
}

let last: Terms | undefined;

/** Returns the terms; undefined if none exist. */
export function termsOf({ terms }: Pick<ApplicationSettings, 'terms'>): Terms | undefined {
  if (!terms) return undefined;
  // Cached, because every request needs them and they rarely change.
  if (last?.text !== terms) last = { text: terms, version: createHash('sha256').update(terms).digest('hex') };
  return last;
}

/** Throws ForbiddenError for a user who must accept the terms and has not. */
export function assertTermsAccepted(
  { settings, urls }: TermsDeps,
  { username, accepted_terms: accepted }: Pick<UserDocument, 'username' | 'accepted_terms'>,
): void {
  const current = settings.current();
  const terms = current.enforce_terms ? termsOf(current) : undefined;
  if (!terms || accepted?.version === terms.version) return;
  throw new ForbiddenError(
    `You (@${username}) must accept the Terms of Service in order to perform this action. ` +
      `To accept these terms, please open ${urls.page('-/users/terms')} in a web browser.`,
  );
}
