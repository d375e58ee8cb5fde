/**
 * Codes of authenticator apps (TOTP, RFC 6238: SHA-1, six digits, 30 seconds) and recovery codes.
 */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** Length of a SHA-1 digest, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Codes of the previous and next step are valid too, because clocks differ. */
const TOLERATED_STEPS = 1;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 8;

const codeText = /^\d{6}$/;

/** Creates a secret, base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URL with which an app imports a secret. */
export function otpauthUrl(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  return totpOf(secret, issuer, username).toString();
}

/**
 * Returns the time step of a valid code; undefined if it is not valid at `now` (milliseconds since
 * 1970).
 */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: TOLERATED_STEPS });
  return delta === null ? undefined : Math.floor(now / STEP_MS) + delta;
}

/** Whether a text has the format of an app's code, not of a recovery code. */
export function isAppCode(text: string): boolean {
  return codeText.test(text);
}

/** Creates recovery codes, `0123456789abcdef`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => randomBytes(RECOVERY_BYTES).toString('hex'));
}

/** Normalizes a code: no spaces and hyphens, lower case. */
export function normalizeCode(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase();
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  const shape = { algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 };
  return new TOTP({ issuer, label, ...shape, secret: Secret.fromBase32(secret) });
}
