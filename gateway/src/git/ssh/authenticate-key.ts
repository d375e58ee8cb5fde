/** Authenticates SSH clients by their keys. */
import { createHash } from 'node:crypto';
import { isForgeError } from '@forgemesh/errors';
import type { ClientNetwork } from '@forgemesh/http';
import { utils, type AuthContext, type Connection, type PublicKeyAuthContext } from 'ssh2';
import type { SshOptions } from './ssh-options';

/** The only user name: the key determines the user. */
const USER = 'git';
const MAX_ATTEMPTS = 10;

/** The key with which a client has signed in. */
export interface PresentedKey {
  fingerprint_sha256: string;
  client: ClientAddress;
  /** The same for all keys of a user; a deploy key belongs to nobody else. */
  owner: string;
}

/** Builds the request to identity for the holder of a key. */
export function holderRequestOf({ fingerprint_sha256, client: { address } }: Omit<PresentedKey, 'owner'>): {
  fingerprint_sha256: string;
  address: string;
} {
  return { fingerprint_sha256, address };
}

/** Address of a client. */
export interface ClientAddress {
  address: string;
  /** Networks by which it is limited. */
  networks: readonly ClientNetwork[];
}

/** Handles the sign-in of a client; `onKey` receives the key that the client has proven to hold. */
export function authenticateKey(
  client: Connection,
  from: ClientAddress,
  options: SshOptions,
  onKey: (key: PresentedKey) => void,
): void {
  let attempts = 0;
  client.on('authentication', (context) => {
    if (context.method !== 'publickey' || context.username !== USER) return context.reject(['publickey']);
    if (++attempts > MAX_ATTEMPTS || (attempts === 1 && !isWithinLimit(from, options))) return void client.end();
    const key = { fingerprint_sha256: fingerprintOf(context.key.data), client: from };
    findOwner(context, key, options).then(
      (owner) => {
        if (owner === undefined) return refuseKey(client, context, from, options);
        // Without a signature the client only asks whether the key would be accepted.
        if (context.signature) onKey({ ...key, owner });
        context.accept();
      },
      (error: unknown) => {
        options.log.warn({ err: error, address: from.address }, 'ssh key could not be checked');
        context.reject(['publickey']);
      },
    );
  });
}

/** Counts a connection whose client starts to sign in; false over the limit. */
function isWithinLimit({ address, networks }: ClientAddress, { rateLimiter, log }: SshOptions): boolean {
  try {
    rateLimiter.takeSignIn(networks);
    return true;
  } catch {
    log.debug({ address }, 'too many sign-ins over ssh');
    return false;
  }
}

/** An unknown key counts as a request of its address; over the limit, the connection is closed. */
function refuseKey(
  client: Connection,
  context: AuthContext,
  { networks }: ClientAddress,
  { rateLimiter }: SshOptions,
): void {
  try {
    rateLimiter.takeSession(networks, undefined);
  } catch {
    return void client.end();
  }
  context.reject(['publickey']);
}

/** The owner of a key; undefined if it is not accepted. */
async function findOwner(
  { key, blob, signature, hashAlgo }: PublicKeyAuthContext,
  presented: Omit<PresentedKey, 'owner'>,
  { holders }: SshOptions,
): Promise<string | undefined> {
  const ownerWithoutUser = `key ${presented.fingerprint_sha256}`;
  if (signature) {
    const parsed = utils.parseKey(key.data);
    const isProven = !(parsed instanceof Error) && blob && parsed.verify(blob, signature, hashAlgo) === true;
    if (!isProven) return undefined;
  }
  try {
    const { user } = await holders.getSshKeyHolder({
      ...holderRequestOf(presented),
      is_used: signature !== undefined,
    });
    return user ? `user ${user.id}` : ownerWithoutUser;
  } catch (error) {
    if (!isForgeError(error)) throw error;
    if (error.reason === 'not_found') return undefined;
    // The client gets the reason when it runs a command.
    if (error.reason === 'forbidden') return ownerWithoutUser;
    throw error;
  }
}

function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64').replace(/=+$/, '');
}
