/**
 * Signatures of events: a service signs the bytes of each event with its own Ed25519 key, and
 * consumers accept an event only from the service that owns its type. So a process with access to
 * the event bus cannot forge events of another service.
 */
import { createPrivateKey, hash, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import { reloadOnChange, openTrustedKeys } from '@forgemesh/security';

/** Length of an Ed25519 signature in base64url. */
const SIGNATURE_LENGTH = 86;
/** Maximum number of cached verification results. */
const MAX_CACHED = 2_000;

/** Message header with the signature of the data, base64url. */
export const SIGNATURE_HEADER = 'Forge-Signature';

/** Signs events on behalf of one service. */
export interface EventSigner {
  /** Returns the signature of the bytes of an event, base64url. */
  sign(data: Uint8Array): string;
}

/** The parts of a stream message that determine its origin. */
export interface StreamMessage {
  /** The event's type. */
  subject: string;
  data: Uint8Array;
  /** Value of the signature header; empty if absent. */
  signature: string;
  /** When the stream stored the message, by the clock of the event bus; milliseconds since 1970. */
  storedAt: number;
}

/** Verifies that events come from the services that own them. */
export interface EventVerifier {
  isGenuine(message: StreamMessage): boolean;
}

/**
 * Creates a signer from the private key in a PEM file, which may be replaced while the process
 * runs.
 */
export function createEventSigner(keyFile: string): EventSigner {
  const key = reloadOnChange([keyFile], () => createPrivateKey(readFileSync(keyFile)));
  return { sign: (data) => sign(null, data, key()).toString('base64url') };
}

/**
 * Creates a verifier from the trusted public keys (see `openTrustedKeys`). Unsigned events that the
 * stream stored before `signedSince` are accepted: an earlier version published them.
 */
export function createEventVerifier(keysPath: string, signedSince: Date): EventVerifier {
  const trusted = openTrustedKeys(keysPath);
  let keys = trusted();
  // Several consumers of a process receive the same event, and a digest costs much less than a
  // verification.
  const cache = new LRUCache<string, boolean>({ max: MAX_CACHED });
  const isSigned = (owner: string, data: Uint8Array, signature: string): boolean => {
    if (keys !== trusted()) {
      keys = trusted();
      cache.clear();
    }
    const cacheKey = `${owner} ${signature} ${hash('sha256', data, 'base64')}`;
    const cached = cache.get(cacheKey);
    if (cached !== undefined) return cached;
    const bytes = Buffer.from(signature, 'base64url');
    const result = (keys.get(owner) ?? []).some((key) => verify(null, data, key, bytes));
    cache.set(cacheKey, result);
    return result;
  };
  return {
    isGenuine({ subject, data, signature, storedAt }) {
      if (signature === '') return storedAt < signedSince.getTime();
      // The cache keeps signatures, so none may be larger than a genuine one.
      if (signature.length !== SIGNATURE_LENGTH) return false;
      const [owner = ''] = subject.split('.');
      return isSigned(owner, data, signature);
    },
  };
}

/**
 * Time in which processes of an earlier version may publish unsigned events, in a database that
 * existed before events were signed.
 */
const UPGRADE_MS = 3_600_000;

/**
 * Returns the time since which all events are signed, as stored by the first verifying process of a
 * service.
 */
export async function readSignedSince(connection: Connection): Promise<Date> {
  const facts = connection.collection<{ _id: string; at: Date }>('event_signatures');
  const stored = await facts.findOne({ _id: 'signed_since' });
  if (stored) return stored.at;
  const isUpgrade = (await connection.collection('sequences').findOne({})) !== null;
  const at = new Date(Date.now() + (isUpgrade ? UPGRADE_MS : 0));
  await facts.updateOne({ _id: 'signed_since' }, { $setOnInsert: { at } }, { upsert: true });
  return (await facts.findOne({ _id: 'signed_since' }))?.at ?? at;
}
