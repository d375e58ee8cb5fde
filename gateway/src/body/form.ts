/** Parses `application/x-www-form-urlencoded` text: queries and form bodies. */
import { InvalidParameterError } from '@forgemesh/errors';
import { emptyParams, MAX_VALUES, NestedParams, tooMany, type RawParams } from '../params/nesting';

/** Replaces invalid UTF-8: every check of a string refuses it. */
const NOT_UTF8 = '\ud800';
const invalidEscape = /%(?![0-9A-Fa-f]{2})/;

/**
 * Parses form text into nested parameters. Throws InvalidParameterError for invalid escapes,
 * contradictory names and too many parameters.
 */
export function parseForm(text: string): RawParams {
  if (text === '') return emptyParams();
  const pairs = text.split('&', MAX_VALUES + 1);
  if (pairs.length > MAX_VALUES) throw tooMany();
  const params = new NestedParams();
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    params.add(name, equals === -1 ? '' : decode(pair.slice(equals + 1)));
  }
  return params.finish();
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch (error) {
    if (invalidEscape.test(spaced))
      throw Object.assign(new InvalidParameterError('invalid %-encoding'), { cause: error });
    return NOT_UTF8;
  }
}
