/**
 * Limits of failed attempts to sign in.
 *
 * An account is locked for the network of the client first. The account as a whole has a higher
 * limit, so that a stranger with a few networks cannot lock out its owner; networks from which the
 * owner has signed in before are exempt from it.
 */
import { clientNetworksOf, isPrivateAddress, PRIVATE_ADDRESS_FACTOR } from '@forgemesh/http';
import { DAY_MS, MINUTE_MS } from '@forgemesh/service/durations';

/**
 * Secrets that are guessed: passwords, texts that look like a token, and codes of two-factor
 * authentication. A machine with an expired token must not lock out its user, so texts that look
 * like a token are counted separately.
 */
export type SecretKind = 'password' | 'token' | 'code' | CountedRequest;

/** Requests without a secret that are limited like guesses: links by email, registrations. */
export type CountedRequest = 'reset' | 'registration';

/** An attempt to sign in. */
export interface Attempt {
  /** Id or name of the account; empty if unknown. */
  account: string;
  /** Address of the client; empty if unknown. */
  address: string;
  /** `password` by default. */
  kind?: SecretKind;
}

/** A maximum number of failures in a window that starts with the first one. */
export interface SignInLimit {
  /** Key of the count. */
  key: string;
  max: number;
  windowMs: number;
}

/** Failures for an account from one network. */
const MAX_OF_PAIR = 10;
/** Failures from one address for all accounts: high, because many users may share it. */
const MAX_OF_ADDRESS = 100;
const WINDOW_MS = 10 * MINUTE_MS;

/**
 * Failures for an account from all networks together. A code has six digits, and three of them are
 * valid at a time: twenty guesses a day find one with a probability of 0.006 %.
 */
const ofAccount: Record<SecretKind, { max: number; windowMs: number }> = {
  password: { max: 100, windowMs: WINDOW_MS },
  token: { max: 100, windowMs: WINDOW_MS },
  code: { max: 20, windowMs: DAY_MS },
  reset: { max: 100, windowMs: WINDOW_MS },
  registration: { max: 1_000, windowMs: DAY_MS },
};

/** How long a network stays known after a sign-in. */
export const KNOWN_NETWORK_MS = 30 * DAY_MS;

/** Returns the limits of an account from the networks of the client, narrowest first. */
export function pairLimitsOf(attempt: Attempt): SignInLimit[] {
  const { account, address } = attempt;
  if (account === '') return [];
  const networks = address === '' ? [{ name: '', factor: 1 }] : clientNetworksOf(address);
  return networks.map(({ name, factor }) => ({
    key: `pair/${accountOf(attempt)}/${name}`,
    max: MAX_OF_PAIR * factor,
    windowMs: WINDOW_MS,
  }));
}

/** Returns the limit of an account as a whole; none if the account is unknown. */
export function accountLimitsOf(attempt: Attempt): SignInLimit[] {
  if (attempt.account === '') return [];
  return [{ key: `account/${accountOf(attempt)}`, ...ofAccount[attempt.kind ?? 'password'] }];
}

/** Returns the limits of the networks of the client; private addresses have larger ones. */
export function addressLimitsOf({ address, kind = 'password' }: Attempt): SignInLimit[] {
  const shared = isPrivateAddress(address) ? PRIVATE_ADDRESS_FACTOR : 1;
  return clientNetworksOf(address).map(({ name, factor }) => ({
    key: `${kind === 'token' ? 'token/' : ''}address/${name}`,
    max: MAX_OF_ADDRESS * factor * shared,
    windowMs: WINDOW_MS,
  }));
}

/**
 * Returns the key under which the network of a client is stored as known to an account; undefined
 * if one of them is unknown.
 */
export function knownNetworkKeyOf(attempt: Attempt): string | undefined {
  const [network] = clientNetworksOf(attempt.address);
  return network && attempt.account !== '' ? `known/${accountOf(attempt)}/${network.name}` : undefined;
}

function accountOf({ account, kind = 'password' }: Attempt): string {
  return `${kind}/${account}`;
}
