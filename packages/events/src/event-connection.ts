/**
 * Authentication of a process at NATS.
 *
 * User and password are part of the URL; the client library would ignore them there. A credentials
 * file is for a user of a server with accounts and JWTs.
 */
import { readFileSync } from 'node:fs';
import { credsAuthenticator, type NodeConnectionOptions } from '@nats-io/transport-node';

/** Servers and credentials. */
export interface EventServers {
  /**
   * URLs of the servers of one cluster, comma-separated: `nats://user:password@host:4222`, `tls://`
   * for TLS.
   */
  url: string;
  /**
   * File with the credentials (JWT and seed) of a user; takes precedence over user and password.
   */
  credentialsFile?: string;
  /**
   * File with the certificates of the authorities of the servers (PEM). If set, the connection uses
   * TLS.
   */
  caFile?: string;
}

/** Builds the connection options. Throws if a URL is invalid or a file does not exist. */
export function serverOptions({
  url,
  credentialsFile,
  caFile,
}: EventServers): Pick<NodeConnectionOptions, 'servers' | 'user' | 'pass' | 'authenticator' | 'tls'> {
  const urls = url.split(',').map(parseServer);
  const signedIn = urls.find(({ username }) => username !== '');
  const isSecure = caFile !== undefined || urls.some(({ protocol }) => protocol === 'tls:');
  return {
    servers: urls.map(({ host }) => host),
    ...(signedIn && {
      user: decodeURIComponent(signedIn.username),
      pass: decodeURIComponent(signedIn.password),
    }),
    ...(credentialsFile !== undefined && { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
    ...(isSecure && { tls: caFile === undefined ? {} : { caFile } }),
  };
}

/** The error contains no part of the URL, which may hold a password. */
function parseServer(text: string): URL {
  const withScheme = text.includes('://') ? text.trim() : `nats://${text.trim()}`;
  if (!URL.canParse(withScheme)) throw new Error('The address of NATS is not a valid URL');
  return new URL(withScheme);
}

/** Returns the servers of a process's configuration. */
export function configuredServers(config: {
  NATS_URL: string;
  FORGE_NATS_CREDENTIALS: string;
  FORGE_NATS_CA: string;
}): EventServers {
  return {
    url: config.NATS_URL,
    credentialsFile: config.FORGE_NATS_CREDENTIALS || undefined,
    caFile: config.FORGE_NATS_CA || undefined,
  };
}
