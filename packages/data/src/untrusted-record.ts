/** Untrusted records: JSON that was written elsewhere, validated field by field. */
import { BadRequestError } from '@forgemesh/errors';

const DEFAULT_MAX_LENGTH = 1_048_576;
const objectId = /^[0-9a-f]{40}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** An untrusted JSON object. An invalid field is a BadRequestError that names it. */
export class UntrustedRecord {
  private constructor(
    private readonly fields: Readonly<Record<string, unknown>>,
    private readonly label: string,
  ) {}

  /** Wraps a value; `label` names it in errors. */
  static of(value: unknown, label: string): UntrustedRecord {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new BadRequestError(`${label} is invalid`);
    return new UntrustedRecord(value as Record<string, unknown>, label);
  }

  /** Parses JSON text; `label` names it in errors. */
  static parse(json: string, label: string): UntrustedRecord {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      throw new BadRequestError(`${label} is invalid`);
    }
    return UntrustedRecord.of(value, label);
  }

  /** Whether a field is present and not null. */
  has(name: string): boolean {
    return this.value(name) !== null;
  }

  /** Whether a field is a string. */
  isText(name: string): boolean {
    return typeof this.value(name) === 'string';
  }

  /** A string; null if absent. */
  optionalText(name: string, maxLength = DEFAULT_MAX_LENGTH): string | null {
    const value = this.value(name);
    if (value === null) return null;
    // Not every database engine stores a NUL.
    if (typeof value !== 'string' || value.length > maxLength || value.includes('\0')) throw this.problem(name);
    return value;
  }

  /** A non-blank string. */
  text(name: string, maxLength?: number): string {
    const value = this.optionalText(name, maxLength);
    if (!value?.trim()) throw this.problem(name);
    return value;
  }

  /** The distinct strings of a list; empty if absent. */
  texts(name: string, maxLength: number, maxCount = 1000): string[] {
    const value = this.value(name) ?? [];
    const isValid = (entry: unknown): entry is string =>
      typeof entry === 'string' && entry.length <= maxLength && !entry.includes('\0');
    if (!Array.isArray(value) || value.length > maxCount || !value.every(isValid)) throw this.problem(name);
    return [...new Set(value)];
  }

  /** One of some words; the first if absent. */
  word<Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const value = this.value(name) ?? words[0];
    const match = words.find((word) => word === value);
    if (match === undefined) throw this.problem(name);
    return match;
  }

  /** An integer; null if absent. */
  optionalNumber(name: string): number | null {
    const value = this.value(name);
    if (value === null) return null;
    if (!Number.isSafeInteger(value)) throw this.problem(name);
    return value as number;
  }

  /** A number; null if absent. Some archives have numbers as strings. */
  optionalDecimal(name: string): number | null {
    const value = this.value(name);
    if (value === null) return null;
    const number = typeof value === 'string' && /^\d{1,10}(\.\d{1,10})?$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw this.problem(name);
    return number;
  }

  /** A non-negative integer; 0 if absent. */
  count(name: string): number {
    const value = this.optionalNumber(name) ?? 0;
    if (value < 0) throw this.problem(name);
    return value;
  }

  /** A positive integer. */
  positive(name: string): number {
    const value = this.count(name);
    if (value < 1) throw this.problem(name);
    return value;
  }

  /** A boolean; null if absent. */
  optionalFlag(name: string): boolean | null {
    const value = this.value(name);
    if (value !== null && typeof value !== 'boolean') throw this.problem(name);
    return value;
  }

  /** A boolean; false if absent. */
  flag(name: string): boolean {
    return this.optionalFlag(name) ?? false;
  }

  /** A date and time; null if absent. */
  optionalDate(name: string): Date | null {
    const text = this.optionalText(name, 64);
    if (text === null) return null;
    const date = new Date(text);
    const year = date.getUTCFullYear();
    if (!(year >= 1 && year <= 9999)) throw this.problem(name);
    return date;
  }

  /** A date and time; now if absent. */
  date(name: string): Date {
    return this.optionalDate(name) ?? new Date();
  }

  /** A calendar date `YYYY-MM-DD`; null if absent. */
  optionalDay(name: string): string | null {
    const text = this.optionalText(name, 10);
    if (text !== null && !(day.test(text) && Number.isFinite(Date.parse(text)))) throw this.problem(name);
    return text;
  }

  /** A SHA-1 object id of git; null if absent. */
  optionalSha(name: string): string | null {
    const text = this.optionalText(name, 40);
    if (text !== null && !objectId.test(text)) throw this.problem(name);
    return text;
  }

  /** The records of a list; empty if absent. */
  rows(name: string, maxCount = 100_000): UntrustedRecord[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value) || value.length > maxCount) throw this.problem(name);
    return value.map((entry) => UntrustedRecord.of(entry, `${this.label}: ${name}`));
  }

  /** A nested record; null if absent. */
  row(name: string): UntrustedRecord | null {
    const value = this.value(name);
    return value === null ? null : UntrustedRecord.of(value, `${this.label}: ${name}`);
  }

  /** The error for an invalid field. */
  problem(name: string): BadRequestError {
    return new BadRequestError(`${this.label}: ${name} is invalid`);
  }

  private value(name: string): unknown {
    return (Object.hasOwn(this.fields, name) ? this.fields[name] : null) ?? null;
  }
}
