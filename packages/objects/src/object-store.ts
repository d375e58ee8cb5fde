/**
 * The interface of all engines. An object is immutable and named by the SHA-256 of its content, so
 * storing the same content again changes nothing, and readers never see another version.
 */
import type { Readable } from 'node:stream';
import type { ByteRange } from '@forgemesh/data';

/** What content must be. */
export interface ExpectedContent {
  /** SHA-256 of the content, in hex. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** An object without its content. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  stored_at: Date;
}

/** An opened object. */
export interface OpenedObject {
  /** The content, or the requested part of it. */
  content: Readable;
  /** Bytes of the whole object. */
  size: number;
}

/** A store of objects. Keys come from `objectKey`; any other key throws. */
export interface ObjectStore {
  /**
   * Stores content as it arrives. The object exists only once the content is complete, as
   * expected, and durable. If it exists already, the content is only verified. Throws
   * ContentMismatchError if the content differs from what is expected, and DiskError if there is
   * no space for it. A chunk of the content need only be valid until the next one is requested.
   */
  put(key: string, content: AsyncIterable<Uint8Array>, expected: ExpectedContent): Promise<void>;
  /** Opens an object, or a part that lies within it; null if it does not exist. */
  get(key: string, range?: ByteRange): Promise<OpenedObject | null>;
  /** Returns an object without its content; null if it does not exist. */
  stat(key: string): Promise<StoredObject | null>;
  /**
   * Copies an object to another key of the same digest; false if it does not exist. An existing
   * copy stays as it is.
   */
  copy(from: string, to: string): Promise<boolean>;
  /** Deletes an object if it exists. */
  delete(key: string): Promise<void>;
  /** Lists the objects whose keys begin with a prefix, which ends with `/` or is empty. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes what interrupted writes left that began before a time. */
  removeIncomplete(before: Date): Promise<void>;
  /**
   * Returns a URL from which anyone can download an object directly for a number of seconds; null
   * if the engine has no such URLs. The object need not exist.
   */
  signedAddress(key: string, seconds: number): Promise<string | null>;
  /** Uploads past this process; undefined if the engine has none. */
  direct?: DirectUploads | undefined;
}

/** An upload of which the store only has what a client has sent, verified or not. */
export interface PendingUpload extends ExpectedContent {
  /** Up to 128 digits, lower-case letters and `-`. Uploads with the same id replace each other. */
  id: string;
}

/** A request with which a client uploads content: `PUT`. */
export interface SignedUpload {
  href: string;
  /** Headers that the client has to send; `Content-Length` is the size of the content. */
  header: Record<string, string>;
}

/**
 * Uploads that clients send to the store itself. Their content is apart from all objects until the
 * upload is completed; `removeIncomplete` removes what is not.
 */
export interface DirectUploads {
  /**
   * Signs a request for a number of seconds; null for content that has to be stored with `put`
   * because of its size or the server. Throws UnavailableError if the server is unavailable.
   */
  address(upload: PendingUpload, seconds: number): Promise<SignedUpload | null>;
  /**
   * Makes the content an object; false if there is none. Throws ContentMismatchError if it differs
   * from what was announced. May be repeated until the upload is discarded.
   */
  complete(upload: PendingUpload, key: string): Promise<boolean>;
  /** Deletes the content if there is any. */
  discard(upload: PendingUpload): Promise<void>;
}

const digest = /^[0-9a-f]{64}$/;
const kindName = /^[a-z][a-z0-9-]{0,31}$/;
const keyText = /^([a-z][a-z0-9-]{0,31})\/([0-9a-f]{2})\/([0-9a-f]{2})\/([0-9a-f]{64})$/;
const prefixText = /^([a-z][a-z0-9-]{0,31}\/([0-9a-f]{2}\/){0,2})?$/;

/** The key of an object of one kind (`lfs`): `<kind>/<2 digits>/<2 digits>/<digest>`. */
export function objectKey(kind: string, sha256: string): string {
  if (!kindName.test(kind) || !digest.test(sha256)) throw new Error('an object has a kind and a SHA-256');
  return `${kind}/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** Returns the digest in a key. Throws for any other text, so that no key leaves the store. */
export function digestOf(key: string): string {
  if (!isObjectKey(key)) throw new Error('the key names no object');
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Whether a text is the key of an object. */
export function isObjectKey(text: string): boolean {
  const [, , one = '', two = '', sha256 = ''] = keyText.exec(text) ?? [];
  return sha256 !== '' && sha256.startsWith(one + two);
}

/** Throws for a prefix that begins no key. */
export function assertPrefix(prefix: string): void {
  if (!prefixText.test(prefix)) throw new Error('the prefix begins no key');
}
