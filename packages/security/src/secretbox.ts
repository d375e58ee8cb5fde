/**
 * Keyed digests and encryption of secrets at rest.
 *
 * A key is derived from the instance's secret for each purpose, so that a leaked key reveals
 * nothing about the others. A rotated secret is configured as `new,old`: the first one seals, all
 * of them open.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const FORMAT = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const sealedText = new RegExp(`^${FORMAT}\\.[\\w-]+$`);

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'forgemesh', purpose, 32));
}

/** Seals and opens texts for one purpose. */
export interface SecretBox {
  /** Encrypts a text. */
  seal(text: string): string;
  /** Decrypts a sealed text; throws if it was changed or sealed with an unknown key. */
  open(sealed: string): string;
  /** Whether a text was sealed by a secret box, with any key. */
  isSealed(text: unknown): text is string;
  /** Whether a sealed text was sealed with the current key. */
  isCurrent(sealed: string): boolean;
}

/** Creates a box whose sealed texts can be opened only for the same purpose. */
export function createSecretBox(secrets: string, purpose: string): SecretBox {
  const keys = secrets.split(',').map((secret) => deriveKey(secret, `box:${purpose}`));
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0] as Buffer, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${FORMAT}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed) {
      const [format, encoded] = sealed.split('.');
      if (format !== FORMAT || encoded === undefined) throw new Error('not a sealed secret');
      const bytes = Buffer.from(encoded, 'base64url');
      for (const key of keys) {
        const opened = tryOpen(key, bytes);
        if (opened !== undefined) return opened;
      }
      throw new Error('no key opens this secret');
    },
    isSealed: (text): text is string => typeof text === 'string' && sealedText.test(text),
    isCurrent: (sealed) =>
      tryOpen(keys[0] as Buffer, Buffer.from(sealed.split('.')[1] ?? '', 'base64url')) !== undefined,
  };
}

function tryOpen(key: Buffer, bytes: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    // Sealed with another key: the caller tries the next one and throws if none opens it.
    return undefined;
  }
}

/** Returns ids of the keys of a secret, the current one first, which reveal nothing about them. */
export function keyIdsOf(secrets: string): string[] {
  return secrets.split(',').map((secret) => deriveKey(secret, 'key id').toString('hex').slice(0, 8));
}

/**
 * Creates a function that digests tokens, so that a stolen database reveals none: HMAC-SHA-256 in
 * hex, first with the current key, then with the older ones.
 */
export function createDigests(secrets: string, purpose: string): (text: string) => string[] {
  const keys = secrets.split(',').map((secret) => deriveKey(secret, `digest:${purpose}`));
  return (text) => keys.map((key) => createHmac('sha256', key).update(text).digest('hex'));
}
