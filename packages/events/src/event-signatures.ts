/**
 * Signatures of events: a service signs the bytes of each event with its own Ed25519 key, and
 * consumers accept an event only from the service that owns its type. So a process with access to
 * the event bus cannot forge events of another service.
 */
import { createPrivateKey, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import { reloadOnChange, openTrustedKeys, type TrustedKeys } from '@forgemesh/security';

/** Length of an Ed25519 signature in base64url. */
const SIGNATURE_LENGTH = 86;
/** Maximum number of cached verification results, and of bytes of their events. */
const MAX_CACHED = 2_000;
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

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

/** The verifiers of a process. */
export interface EventVerifiers {
  /**
   * Returns a verifier with the trusted public keys of a path (see `openTrustedKeys`). Unsigned
   * events that the stream stored before `signedSince` are accepted: an earlier version published
   * them.
   */
  open(keysPath: string, signedSince: Date): EventVerifier;
}

/**
 * Creates the verifiers of a process. Its services receive the same events: a signature is verified
 * once for all that trust the same keys.
 */
export function createEventVerifiers(): EventVerifiers {
  const checks = new Map<string, SignatureCheck>();
  return {
    open(keysPath, signedSince) {
      const check = checks.get(keysPath) ?? new SignatureCheck(keysPath);
      checks.set(keysPath, check);
      return {
        isGenuine({ subject, data, signature, storedAt }) {
          if (signature === '') return storedAt < signedSince.getTime();
          // The cache keeps signatures, so none may be larger than a genuine one.
          if (signature.length !== SIGNATURE_LENGTH) return false;
          const [owner = ''] = subject.split('.');
          return check.isSigned(owner, data, signature);
        },
      };
    },
  };
}

/** Verifies signatures with the trusted keys of one path, and caches the results. */
class SignatureCheck {
  private readonly trusted: () => TrustedKeys;
  private keys: TrustedKeys;
  private readonly results = new LRUCache<string, { data: Buffer; isSigned: boolean }>({
    ...{ max: MAX_CACHED, maxSize: MAX_CACHED_BYTES },
    // The cache accepts no entry without a size.
    sizeCalculation: ({ data }) => data.length + 1,
  });

  constructor(keysPath: string) {
    this.trusted = openTrustedKeys(keysPath);
    this.keys = this.trusted();
  }

  /** Whether the owner signed the data. */
  isSigned(owner: string, data: Uint8Array, signature: string): boolean {
    if (this.keys !== this.trusted()) {
      this.keys = this.trusted();
      this.results.clear();
    }
    const key = `${owner} ${signature}`;
    const known = this.results.get(key);
    if (known?.data.equals(data)) return known.isSigned;
    const bytes = Buffer.from(signature, 'base64url');
    const isSigned = (this.keys.get(owner) ?? []).some((trusted) => verify(null, data, trusted, bytes));
    // A copy: the data of a message is a part of what the socket received with it.
    this.results.set(key, { data: Buffer.from(data), isSigned });
    return isSigned;
  }
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
