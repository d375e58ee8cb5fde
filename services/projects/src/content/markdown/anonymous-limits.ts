/**
 * Limits for callers without a user, who can be told apart by their address only. Visitors of the
 * pages read the texts of public projects, so most of these must be within them.
 */
import { InvalidParameterError } from '@forgemesh/errors';

/** Maximum size of all texts of a request, in bytes. */
const MAX_BYTES = 32_768;

/** Throws InvalidParameterError for a text that only callers with a token may send. */
export function assertAnonymousText(text: string, parameter: string): void {
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new InvalidParameterError(`${parameter} is too long (maximum is ${MAX_BYTES} bytes without a token)`);
}

/** Throws InvalidParameterError for texts that only callers with a token may send. */
export function assertAnonymousTexts(texts: readonly string[], parameter: string): void {
  const total = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (total > MAX_BYTES)
    throw new InvalidParameterError(`${parameter} are too long (maximum is ${MAX_BYTES} bytes without a token)`);
}
