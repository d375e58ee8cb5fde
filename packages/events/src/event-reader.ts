/**
 * Reads events from the messages of a stream: only those that their owners signed (see
 * `event-signatures.ts`), each once per process.
 */
import { verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { openTrustedKeys, type TrustedKeys } from '@forgemesh/security';
import type { EventEnvelope } from './event-types';

/** Length of an Ed25519 signature in base64url. */
const SIGNATURE_LENGTH = 86;
/** Maximum number of cached events, and of their bytes. */
const MAX_CACHED = 2_000;
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

/** A message of a stream. */
export interface StreamMessage {
  /** The event's type. */
  subject: string;
  data: Uint8Array;
  /** Value of the signature header; empty if absent. */
  signature: string;
  /** When the stream stored the message, by the clock of the event bus; milliseconds since 1970. */
  storedAt: number;
}

/** Reads events that come from the services that own them. */
export interface EventReader {
  /**
   * Returns the event of a message, or undefined if its owner did not sign it or if it is none. The
   * event is frozen: other consumers of the process receive the same object.
   */
  read(message: StreamMessage): EventEnvelope | undefined;
}

/** The readers of a process. */
export interface EventReaders {
  /**
   * Returns a reader with the trusted public keys of a path (see `openTrustedKeys`). Unsigned
   * events that the stream stored before `signedSince` are accepted: an earlier version published
   * them.
   */
  open(keysPath: string, signedSince: Date): EventReader;
}

/**
 * Creates the readers of a process. Its consumers receive the same events: each is verified and
 * parsed once for all that trust the same keys.
 */
export function createEventReaders(): EventReaders {
  const signed = new Map<string, SignedEvents>();
  return {
    open(keysPath, signedSince) {
      const events = signed.get(keysPath) ?? new SignedEvents(keysPath);
      signed.set(keysPath, events);
      return {
        read(message) {
          const { signature, storedAt } = message;
          if (signature === '') return storedAt < signedSince.getTime() ? parseEvent(message) : undefined;
          // The cache keeps signatures, so none may be larger than a genuine one.
          return signature.length === SIGNATURE_LENGTH ? events.read(message) : undefined;
        },
      };
    },
  };
}

/** Reads signed events with the trusted keys of one path, and caches the results. */
class SignedEvents {
  private readonly trusted: () => TrustedKeys;
  private keys: TrustedKeys;
  private readonly results = new LRUCache<string, { data: Buffer; event: EventEnvelope | undefined }>({
    max: MAX_CACHED,
    maxSize: MAX_CACHED_BYTES,
    // The cache accepts no entry without a size.
    sizeCalculation: ({ data }) => data.length + 1,
  });

  constructor(keysPath: string) {
    this.trusted = openTrustedKeys(keysPath);
    this.keys = this.trusted();
  }

  /** Returns the event of a message if its owner signed it. */
  read(message: StreamMessage): EventEnvelope | undefined {
    if (this.keys !== this.trusted()) {
      this.keys = this.trusted();
      this.results.clear();
    }
    const { subject, data, signature } = message;
    const key = `${subject} ${signature}`;
    const known = this.results.get(key);
    if (known?.data.equals(data)) return known.event;
    const event = this.isSigned(message) ? parseEvent(message) : undefined;
    // A copy: the data of a message is a part of what the socket received with it.
    this.results.set(key, { data: Buffer.from(data), event });
    return event;
  }

  private isSigned({ subject, data, signature }: StreamMessage): boolean {
    const [owner = ''] = subject.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    return (this.keys.get(owner) ?? []).some((key) => verify(null, data, key, bytes));
  }
}

function parseEvent({ subject, data }: StreamMessage): EventEnvelope | undefined {
  try {
    const event = JSON.parse(Buffer.from(data).toString()) as EventEnvelope;
    return event.type === subject ? deepFreeze(event) : undefined;
  } catch {
    return undefined;
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part as object);
  return Object.freeze(value);
}
