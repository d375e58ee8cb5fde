/** Checks the address of a remote repository before git connects to it. */
import { UnavailableError } from '@forgemesh/errors';
import { checkTarget, EgressError } from '@forgemesh/http';
import { isGitError, type Remote } from '@forgemesh/git-engine';
import type { MirrorsDeps } from './deps';

/**
 * Resolves an address with credentials and checks the target. Throws EgressError if the instance
 * does not allow it.
 */
export async function openRemote({ settings }: Pick<MirrorsDeps, 'settings'>, address: string): Promise<Remote> {
  const current = settings.current();
  const target = await checkTarget(address, {
    allowLocal: current.allow_local_requests_from_web_hooks_and_services,
    allowList: current.outbound_local_requests_whitelist,
    resolvesAgain: !current.dns_rebinding_protection_enabled,
  });
  const { username, password } = target.url;
  const url = new URL(target.url);
  // With a trailing dot, the host would not match the checked address.
  url.hostname = url.hostname.replace(/\.$/, '');
  url.username = url.password = url.hash = '';
  const login = `${decoded(username)}:${decoded(password)}`;
  return {
    url: url.href,
    addresses: target.addresses,
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

/** Result of a transfer; `error` explains to users why it is incomplete. */
export interface MirrorResult {
  error: string;
  changed_refs_count: number;
}

/**
 * Runs a transfer. Refusals by the remote, its address or a limit are results; an aborted transfer
 * throws, so that it is retried.
 */
export async function runTransfer(transfer: () => Promise<MirrorResult>): Promise<MirrorResult> {
  try {
    return await transfer();
  } catch (error) {
    const isPublic =
      error instanceof EgressError || isGitError(error, 'refused') || isGitError(error, 'limit_exceeded');
    if (isPublic) return { error: capitalized(error.message), changed_refs_count: 0 };
    if (isGitError(error, 'cancelled')) throw new UnavailableError('The transfer was interrupted', { cause: error });
    throw error;
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const NAMED_REFS = 10;

/** A sentence that names some refs; empty for no refs. */
export function describeRefs(about: string, refs: readonly string[]): string {
  if (refs.length === 0) return '';
  const names = refs.slice(0, NAMED_REFS).map((ref) => ref.replace(/^refs\/(heads|tags)\//, ''));
  const more = refs.length > NAMED_REFS ? ` and ${refs.length - NAMED_REFS} more` : '';
  return `${about}: ${names.join(', ')}${more}`;
}
