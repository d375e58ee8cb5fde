/** Parses JSON bodies, limited in depth and size. */
import { InvalidParameterError } from '@forgemesh/errors';
import { emptyParams, isParams, MAX_DEPTH, type RawParams } from '../params/nesting';

/** Maximum number of values in a JSON body: enough for thousands of commit actions. */
const MAX_VALUES = 100_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the body of a request. Throws InvalidParameterError if it is not a JSON object, or is too
 * deep or too large.
 */
export function parseJsonBody(bytes: Buffer): RawParams {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw Object.assign(new InvalidParameterError('message body does not match declared format'), { cause: error });
  }
  if (value === null) return emptyParams();
  if (!isParams(value)) throw new InvalidParameterError('message body does not match declared format');
  assertBounded(value);
  return value;
}

function assertBounded(root: object): void {
  let level: object[] = [root];
  let count = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new InvalidParameterError('parameters are nested too deep');
    const next: object[] = [];
    for (const node of level) {
      for (const value of Object.values(node) as unknown[]) {
        if (++count > MAX_VALUES) throw new InvalidParameterError('too many parameters');
        if (typeof value === 'object' && value !== null) next.push(value);
      }
    }
    level = next;
  }
}
