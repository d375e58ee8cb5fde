/** Checks the address of a repository elsewhere before git hears of it. */
import { UnavailableError } from '@forgemesh/errors';
import { checkTarget, EgressError } from '@forgemesh/web';
import { isGitError, type Remote } from '@forgemesh/git-engine';
import type { Repositories } from '../deps';

/**
 * Resolves an address with credentials and checks where it leads. Throws EgressError where the
 * instance does not allow it.
 */
export async function openRemote({ settings }: Pick<Repositories, 'settings'>, address: string): Promise<Remote> {
  const { allow_local_requests_from_web_hooks_and_services: allowLocal, outbound_local_requests_whitelist: allowList } =
    settings.current();
  const target = await checkTarget(address, { allowLocal, allowList });
  const { username, password } = target.url;
  const url = new URL(target.url);
  // With a dot at its end the name would not be found under the address that was checked.
  url.hostname = url.hostname.replace(/\.$/, '');
  url.username = url.password = url.hash = '';
  const login = `${decoded(username)}:${decoded(password)}`;
  return {
    url: url.href,
    address: target.address,
    ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** What a transfer came to: the text tells users why not all is as it should be. */
export interface Outcome {
  error: string;
  changed_refs_count: number;
}

/**
 * Runs a transfer. What the other side, its address or a limit refuses is an outcome; what is cut
 * off is to be tried again.
 */
export async function outcomeOf(transfer: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await transfer();
  } catch (error) {
    const isTold = error instanceof EgressError || isGitError(error, 'refused') || isGitError(error, 'limit_exceeded');
    if (isTold) return { error: capitalized(error.message), changed_refs_count: 0 };
    if (isGitError(error, 'cancelled')) throw new UnavailableError('The transfer was cut off', { cause: error });
    throw error;
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const NAMED_REFS = 10;

/** A sentence about refs, some of them by name; empty where there are none. */
export function sentence(about: string, refs: readonly string[]): string {
  if (refs.length === 0) return '';
  const names = refs.slice(0, NAMED_REFS).map((ref) => ref.replace(/^refs\/(heads|tags)\//, ''));
  const more = refs.length > NAMED_REFS ? ` and ${refs.length - NAMED_REFS} more` : '';
  return `${about}: ${names.join(', ')}${more}`;
}
