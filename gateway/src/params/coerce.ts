/** Coerces client values to their declared types, without JavaScript's truthiness. */
import { ScalarType } from '@bufbuild/protobuf';
import { Format } from '@forgemesh/proto/options/param';

/** The value counts as not sent. */
export const ABSENT = Symbol('absent');
/** The value does not have the type: `x is invalid`. */
export const INVALID = Symbol('invalid');

/** Coerces a value to a type; returns ABSENT or INVALID otherwise. */
export type Coercion = (value: unknown) => unknown;

const trueTexts = new Set(['true', '1', 't', 'yes', 'on']);
const falseTexts = new Set(['false', '0', 'f', 'no', 'off']);
const integerText = /^[+-]?\d+$/;
const numberText = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const digits = /^\d+$/;
const dateText = /^(\d{4})-(\d{2})-(\d{2})$/;
const instantText = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2}|UTC)?$/i;

/**
 * Returns the coercion of a scalar type with a format. Throws for types that cannot be parameters.
 */
export function coercionOf(scalar: ScalarType, format: Format): Coercion {
  switch (scalar) {
    case ScalarType.STRING:
      return stringCoercions[format];
    case ScalarType.BOOL:
      return toBoolean;
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return toNumber;
    case ScalarType.BYTES:
      throw new Error('bytes cannot be a parameter');
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return integerBetween(-(2 ** 31), 2 ** 31 - 1);
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return integerBetween(0, 2 ** 32 - 1);
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return integerBetween(0, Number.MAX_SAFE_INTEGER);
    default:
      return integerBetween(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  }
}

const stringCoercions: Record<Format, Coercion> = {
  [Format.UNSPECIFIED]: toText,
  [Format.DATE]: (value) => formatted(value, toDate),
  [Format.DATETIME]: (value) => formatted(value, toInstant),
  [Format.ID_OR_PATH]: (value) => formatted(value, (text) => text),
  [Format.ID_OR_WORD]: (value) => formatted(value, toIdOrWord),
  [Format.FILE]: toText,
  [Format.ID]: (value) => formatted(value, (text) => (digits.test(text) ? text : INVALID)),
};

/** Text of a string, number or boolean; INVALID for any other type, NUL and invalid Unicode. */
export function toText(value: unknown): string | typeof INVALID {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && isText(value) ? value : INVALID;
}

/** The API accepts no NUL, and a lone surrogate cannot be encoded as UTF-8. */
function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

function formatted(
  value: unknown,
  read: (text: string) => string | typeof INVALID,
): string | typeof INVALID | typeof ABSENT {
  const text = toText(value);
  if (text === INVALID) return INVALID;
  return text === '' ? ABSENT : read(text);
}

function toBoolean(value: unknown): boolean | typeof INVALID | typeof ABSENT {
  if (typeof value === 'boolean') return value;
  if (value === '') return ABSENT;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
  if (trueTexts.has(text)) return true;
  return falseTexts.has(text) ? false : INVALID;
}

function toNumber(value: unknown): number | typeof INVALID | typeof ABSENT {
  if (value === '') return ABSENT;
  const number = typeof value === 'string' && numberText.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : INVALID;
}

function integerBetween(min: number, max: number): Coercion {
  return (value) => {
    if (value === '') return ABSENT;
    const number = typeof value === 'string' && integerText.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) return INVALID;
    // Adding zero turns -0, which JSON would preserve, into 0.
    return number >= min && number <= max ? number + 0 : INVALID;
  };
}

/** The date of a timestamp is the written one, regardless of its offset. */
function toDate(text: string): string | typeof INVALID {
  const day = text.slice(0, 10);
  if (text === day) return dateText.test(day) && isCalendarDay(day) ? day : INVALID;
  return toInstant(text) === INVALID ? INVALID : day;
}

function toInstant(text: string): string | typeof INVALID {
  if (dateText.test(text)) return isCalendarDay(text) ? `${text}T00:00:00.000Z` : INVALID;
  if (!instantText.test(text) || !isCalendarDay(text.slice(0, 10))) return INVALID;
  const zoned = text
    .replace(',', '.')
    .replace(' ', 'T')
    .replace(/\s?UTC$/i, 'Z')
    .replace(/\s/, '');
  const milliseconds = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/i.test(zoned) ? zoned : `${zoned}Z`);
  return Number.isNaN(milliseconds) ? INVALID : new Date(milliseconds).toISOString();
}

/** Date turns 31 February into 2 or 3 March; an existing day stays the same. */
function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function toIdOrWord(text: string): string | typeof INVALID {
  if (digits.test(text)) return Number.isSafeInteger(Number(text)) ? text : INVALID;
  const lower = text.toLowerCase();
  if (lower === 'none') return 'None';
  return lower === 'any' ? 'Any' : INVALID;
}
