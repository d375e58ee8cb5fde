import type { OutgoingHttpHeaders } from 'node:http';
import type { Credentials } from '../../auth/authenticate';

/**
 * Headers for the storage that serves large files: credentials that its responses tell the client
 * to send with each transfer, and whether they were obtained over SSH. Headers of clients never
 * have these names there.
 */
export function lfsHeaders(
  { token, login = '' }: Pick<Credentials, 'token' | 'login'>,
  isFromSsh: boolean,
): OutgoingHttpHeaders {
  if (token === undefined) return {};
  return {
    'forge-lfs-authorization': basicOf(login, token),
    ...(isFromSsh && { 'forge-lfs-protocol': 'ssh' }),
  };
}

/** Credentials as a client sends them. */
export function basicOf(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login || 'git'}:${password}`).toString('base64')}`;
}
