/**
 * Signatures of events: a service signs the bytes of each event with its own Ed25519 key, and
 * consumers accept an event only from the service that owns its type. So a process that can reach
 * the event bus cannot announce what another service did.
 */
import { createHash, createPrivateKey, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import { readFresh, openTrustedKeys } from '@forgemesh/security';

/** Results of verifications that are kept. */
const MAX_CACHED = 2_000;

/** Header of a message with the signature of its data, base64url. */
export const SIGNATURE_HEADER = 'Forge-Signature';

/** Signs events in the name of one service. */
export interface EventSigner {
  /** The signature of the bytes of an event, base64url. */
  sign(data: Uint8Array): string;
}

/** A message of a stream, as far as its origin goes. */
export interface StreamMessage {
  /** The event's type. */
  subject: string;
  data: Uint8Array;
  /** Value of the signature header; empty where there is none. */
  signature: string;
  /** When the stream stored it, by the clock of the event bus; milliseconds since 1970. */
  storedAt: number;
}

/** Decides whether events come from the services that own them. */
export interface EventVerifier {
  isGenuine(message: StreamMessage): boolean;
}

/**
 * Makes a signer from the private key in a PEM file, which may be replaced while the process runs.
 */
export function createEventSigner(keyFile: string): EventSigner {
  const key = readFresh([keyFile], () => createPrivateKey(readFileSync(keyFile)));
  return { sign: (data) => sign(null, data, key()).toString('base64url') };
}

/**
 * Makes a verifier from the trusted public keys (see `openTrustedKeys`). Unsigned events that the
 * stream stored before `signedSince` are accepted: an earlier version published them.
 */
export function createEventVerifier(keysPath: string, signedSince: Date): EventVerifier {
  const trusted = openTrustedKeys(keysPath);
  let keys = trusted();
  // Several consumers of a process receive the same event, and a digest costs far less than a
  // verification.
  const cache = new LRUCache<string, boolean>({ max: MAX_CACHED });
  const isSigned = (owner: string, data: Uint8Array, signature: string): boolean => {
    if (keys !== trusted()) {
      keys = trusted();
      cache.clear();
    }
    const cacheKey = createHash('sha256').update(`${owner} ${signature} `).update(data).digest('base64');
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
      const [owner = ''] = subject.split('.');
      return isSigned(owner, data, signature);
    },
  };
}

/**
 * In a database that existed before events were signed, processes of the earlier version publish
 * until they are replaced.
 */
const UPGRADE_MS = 3_600_000;

/**
 * From when on all events are signed, as the first process of a service found out that verifies
 * them.
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
