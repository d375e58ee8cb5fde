/**
 * Fields of a form as data: the names are those of the API's parameters, and the type of the values
 * follows from the fields.
 */
import type { HTMLInputTypeAttribute } from 'react';
import type { NameKinds } from '../name-input';
import type { RefKinds } from '../ref-menu';

/** What a visitor reads about a field, besides its label. */
export interface FieldOptions {
  hint?: string;
  isRequired?: boolean;
  placeholder?: string;
  /** What browsers and password managers may fill in. */
  autoComplete?: string;
}

interface FieldBase<Value> extends FieldOptions {
  label: string;
  /** Returns the value of the control for a stored one, which may be null or absent. */
  read: (stored: unknown) => Value;
}

/** A line of text, a number or a date. */
export interface LineField<Value> extends FieldBase<Value> {
  control: 'line';
  type: HTMLInputTypeAttribute;
  min?: number;
  max?: number;
  /** Returns the value of an entered text. */
  parse: (text: string) => Value;
  /** Returns the text of the control for a value, unless it is the value itself. */
  show?: (value: Value) => string;
}

/** The name of a branch, tag or commit; branches and tags of a project are offered. */
export interface RevisionField extends FieldBase<string> {
  control: 'revision';
  projectId: number;
  kinds: RefKinds;
}

/** Usernames, or also paths of groups; those that match are offered. */
export interface NamesField extends FieldBase<string> {
  control: 'names';
  kinds: NameKinds;
  /** Whether several names are entered, separated by commas. */
  isSeveral: boolean;
}

/** A text of several lines. */
export interface TextField extends FieldBase<string> {
  control: 'text';
  rows: number;
  isCode: boolean;
  /** Whether it is written in the Markdown editor. */
  isMarkdown: boolean;
}

/** Yes or no. */
export interface CheckField extends FieldBase<boolean> {
  control: 'check';
}

/** One of several values with their texts. */
export interface ChoiceField<Value extends string> extends FieldBase<Value> {
  control: 'choice';
  options: readonly Option<Value>[];
}

/** Any number of several values. */
export interface ChecksField extends FieldBase<string[]> {
  control: 'checks';
  options: readonly Option<string>[];
}

/** A file of the visitor. */
export interface FileField extends FieldBase<File | null> {
  control: 'file';
  accept: string;
}

/** A value with the text that names it. */
export interface Option<Value extends string> {
  value: Value;
  text: string;
}

/** Any field. */
export type AnyField =
  | LineField<string>
  | LineField<number>
  | LineField<string | null>
  | RevisionField
  | NamesField
  | TextField
  | CheckField
  | ChoiceField<string>
  | ChecksField
  | FileField;

/** Fields by the name of their parameter. */
export type Fields = Readonly<Record<string, AnyField>>;

/** The values of a form. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

const textOf = (stored: unknown): string =>
  typeof stored === 'string' || typeof stored === 'number' ? String(stored) : '';

/** A line of text. Surrounding spaces are removed. */
export function line(label: string, options: FieldOptions & { type?: 'text' | 'url' | 'email' | 'color' } = {}) {
  const { type = 'text', ...more } = options;
  return { control: 'line', type, label, read: textOf, parse: (text: string) => text, ...more } satisfies AnyField;
}

/** The name of a branch, tag or commit of a project. */
export function revision(
  label: string,
  projectId: number,
  options: FieldOptions & { kinds?: RefKinds } = {},
): RevisionField {
  const { kinds = 'branches and tags', ...more } = options;
  return { control: 'revision', label, projectId, kinds, read: textOf, ...more };
}

/** The name of a user. */
export function username(label: string, options: FieldOptions = {}): NamesField {
  return { control: 'names', label, kinds: 'users', isSeveral: false, read: textOf, ...options };
}

/** Names of users, and paths of groups, separated by commas. */
export function names(label: string, options: FieldOptions & { kinds?: NameKinds } = {}): NamesField {
  const { kinds = 'users and groups', ...more } = options;
  return { control: 'names', label, kinds, isSeveral: true, read: textOf, ...more };
}

/** A password or other secret, which is never shown. */
export function secret(label: string, options: FieldOptions = {}): LineField<string> {
  return {
    control: 'line',
    type: 'password',
    label,
    autoComplete: 'off',
    ...options,
    read: () => '',
    parse: (text) => text,
  };
}

/** A number. */
export function number(label: string, options: FieldOptions & { min?: number; max?: number } = {}): LineField<number> {
  return { control: 'line', type: 'number', label, ...options, read: (stored) => Number(stored ?? 0), parse: Number };
}

/** A day; null for none. */
export function day(label: string, options: FieldOptions = {}): LineField<string | null> {
  return {
    control: 'line',
    type: 'date',
    label,
    ...options,
    read: (stored) => textOf(stored).slice(0, 10) || null,
    parse: (text) => text || null,
  };
}

/** A time, in the time zone of the visitor; null for none. */
export function time(label: string, options: FieldOptions = {}): LineField<string | null> {
  return {
    control: 'line',
    type: 'datetime-local',
    label,
    ...options,
    read: (stored) => textOf(stored) || null,
    parse: (text) => (text === '' ? null : new Date(text).toISOString()),
    show: (value) => (value === null ? '' : localTime(new Date(value))),
  };
}

/** Returns a time as the control of the browser has it. */
function localTime(at: Date): string {
  const minutes = at.getTime() - at.getTimezoneOffset() * 60_000;
  return new Date(minutes).toISOString().slice(0, 16);
}

type TextOptions = Partial<Pick<TextField, 'rows' | 'isCode' | 'isMarkdown'>>;

/** A text of several lines. */
export function text(label: string, options: FieldOptions & TextOptions = {}): TextField {
  const { rows = 4, isCode = false, isMarkdown = false, ...more } = options;
  return { control: 'text', label, rows, isCode, isMarkdown, read: textOf, ...more };
}

/** Yes or no. */
export function check(label: string, options: FieldOptions = {}): CheckField {
  return { control: 'check', label, read: (stored) => stored === true, ...options };
}

/** One of several values. The first one is the default. */
export function choice<const Value extends string>(
  label: string,
  options: readonly Option<Value>[],
  more: FieldOptions = {},
): ChoiceField<Value> {
  const read = (stored: unknown): Value => {
    const found = options.find(({ value }) => value === textOf(stored)) ?? options[0];
    if (!found) throw new Error(`the field ${label} has no options`);
    return found.value;
  };
  return { control: 'choice', label, options, read, ...more };
}

/** Any number of values whose names are their texts. */
export function checks(
  label: string,
  names: readonly (string | Option<string>)[],
  more: FieldOptions = {},
): ChecksField {
  const options = names.map((name) => (typeof name === 'string' ? { value: name, text: name } : name));
  const read = (stored: unknown): string[] => (Array.isArray(stored) ? stored.map(String) : []);
  return { control: 'checks', label, options, read, ...more };
}

/** A file. */
export function file(label: string, accept: string, more: FieldOptions = {}): FileField {
  return { control: 'file', label, accept, read: () => null, ...more };
}
