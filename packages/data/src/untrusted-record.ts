/** Rows that were written elsewhere: JSON of which nothing may be believed, read field by field. */
import { BadRequestError } from '@forgemesh/errors';

const DEFAULT_MAX_LENGTH = 1_048_576;
const objectId = /^[0-9a-f]{40}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A JSON object from elsewhere. A field that is not what it should be is a BadRequestError that
 * names it.
 */
export class UntrustedRecord {
  private constructor(
    private readonly fields: Readonly<Record<string, unknown>>,
    private readonly where: string,
  ) {}

  /** Takes a value for a row; `where` names it in errors. */
  static of(value: unknown, where: string): UntrustedRecord {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new BadRequestError(`${where} is invalid`);
    return new UntrustedRecord(value as Record<string, unknown>, where);
  }

  /** Takes a JSON text for a row. */
  static parse(json: string, where: string): UntrustedRecord {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      throw new BadRequestError(`${where} is invalid`);
    }
    return UntrustedRecord.of(value, where);
  }

  /** Whether a field is there and not null. */
  has(name: string): boolean {
    return this.value(name) !== null;
  }

  /** Whether a field is a text. */
  isText(name: string): boolean {
    return typeof this.value(name) === 'string';
  }

  /** A text; null where it is absent. */
  optionalText(name: string, maxLength = DEFAULT_MAX_LENGTH): string | null {
    const value = this.value(name);
    if (value === null) return null;
    // Not every engine stores a NUL.
    if (typeof value !== 'string' || value.length > maxLength || value.includes('\0')) throw this.problem(name);
    return value;
  }

  /** A text that is not empty. */
  text(name: string, maxLength?: number): string {
    const value = this.optionalText(name, maxLength);
    if (!value?.trim()) throw this.problem(name);
    return value;
  }

  /** Texts of a list, each once; none where it is absent. */
  texts(name: string, maxLength: number, most = 1000): string[] {
    const value = this.value(name) ?? [];
    const isFit = (entry: unknown): entry is string =>
      typeof entry === 'string' && entry.length <= maxLength && !entry.includes('\0');
    if (!Array.isArray(value) || value.length > most || !value.every(isFit)) throw this.problem(name);
    return [...new Set(value)];
  }

  /** One of some words; the first where it is absent. */
  word<Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const value = this.value(name) ?? words[0];
    const known = words.find((word) => word === value);
    if (known === undefined) throw this.problem(name);
    return known;
  }

  /** A whole number; null where it is absent. */
  optionalNumber(name: string): number | null {
    const value = this.value(name);
    if (value === null) return null;
    if (!Number.isSafeInteger(value)) throw this.problem(name);
    return value as number;
  }

  /** A whole number that is not negative; 0 where it is absent. */
  count(name: string): number {
    const value = this.optionalNumber(name) ?? 0;
    if (value < 0) throw this.problem(name);
    return value;
  }

  /** A number that counts from 1 on. */
  positive(name: string): number {
    const value = this.count(name);
    if (value < 1) throw this.problem(name);
    return value;
  }

  /** A truth value; null where it is absent. */
  optionalFlag(name: string): boolean | null {
    const value = this.value(name);
    if (value !== null && typeof value !== 'boolean') throw this.problem(name);
    return value;
  }

  /** A truth value; false where it is absent. */
  flag(name: string): boolean {
    return this.optionalFlag(name) ?? false;
  }

  /** A moment; null where it is absent. */
  optionalDate(name: string): Date | null {
    const text = this.optionalText(name, 64);
    if (text === null) return null;
    const date = new Date(text);
    const year = date.getUTCFullYear();
    if (!(year >= 1 && year <= 9999)) throw this.problem(name);
    return date;
  }

  /** A moment; now where it is absent. */
  date(name: string): Date {
    return this.optionalDate(name) ?? new Date();
  }

  /** A calendar day `YYYY-MM-DD`; null where it is absent. */
  optionalDay(name: string): string | null {
    const text = this.optionalText(name, 10);
    if (text !== null && !(day.test(text) && Number.isFinite(Date.parse(text)))) throw this.problem(name);
    return text;
  }

  /** Id of a git object; null where it is absent. */
  optionalSha(name: string): string | null {
    const text = this.optionalText(name, 40);
    if (text !== null && !objectId.test(text)) throw this.problem(name);
    return text;
  }

  /** The rows of a list; none where it is absent. */
  rows(name: string, most = 100_000): UntrustedRecord[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value) || value.length > most) throw this.problem(name);
    return value.map((entry) => UntrustedRecord.of(entry, `${this.where}: ${name}`));
  }

  /** A row inside; null where it is absent. */
  row(name: string): UntrustedRecord | null {
    const value = this.value(name);
    return value === null ? null : UntrustedRecord.of(value, `${this.where}: ${name}`);
  }

  /** What is said of a field that is not what it should be. */
  problem(name: string): BadRequestError {
    return new BadRequestError(`${this.where}: ${name} is invalid`);
  }

  private value(name: string): unknown {
    return (Object.hasOwn(this.fields, name) ? this.fields[name] : null) ?? null;
  }
}
