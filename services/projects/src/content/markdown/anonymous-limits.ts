/** Limits for callers without a token, who can be told apart by their address only. */
import { InvalidParameterError } from '@forgemesh/errors';

/** Maximum size of a text, in bytes. */
const MAX_BYTES = 4_096;
/** Maximum size of all texts of a request, in bytes. */
const MAX_TOTAL_BYTES = 16_384;

/** Throws InvalidParameterError for a text that only callers with a token may send. */
export function assertAnonymousText(text: string, parameter: string): void {
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new InvalidParameterError(`${parameter} is too long (maximum is ${MAX_BYTES} bytes without a token)`);
}

/** Throws InvalidParameterError for texts that only callers with a token may send. */
export function assertAnonymousTexts(texts: readonly string[], parameter: string): void {
  for (const text of texts) assertAnonymousText(text, parameter);
  const total = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (total > MAX_TOTAL_BYTES)
    throw new InvalidParameterError(`${parameter} are too long (maximum is ${MAX_TOTAL_BYTES} bytes without a token)`);
}
