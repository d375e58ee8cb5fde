/** Parses JSON bodies, limited in structure. */
import { InvalidParameterError } from '@forgemesh/errors';
import { emptyParams, isParams, type RawParams } from '../params/nesting';
import { assertStructure } from './json-structure';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the body of a request. Throws InvalidParameterError if it is not a JSON object, is nested
 * too deep, or has too many values.
 */
export function parseJsonBody(bytes: Uint8Array): RawParams {
  assertStructure(bytes);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw Object.assign(new InvalidParameterError('message body does not match declared format'), { cause: error });
  }
  if (value === null) return emptyParams();
  if (!isParams(value)) throw new InvalidParameterError('message body does not match declared format');
  return value;
}
