// Records refusals and examples of operations from responses in suites, for the API reference.
// Suites write to the folder FORGE_OPENAPI_RECORD, which `npm run openapi:record` merges.

import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './operation-finder.ts';
import type { ReceivedResponse } from './response-checker.ts';

/** A recorded response; `operation` is the method and path in the document. */
type Entry =
  { operation: string; status: number; message: string } | { operation: string; request?: unknown; response: unknown };

/** A record as the gateway reads it. */
export interface RecordedOperation {
  refusals: Record<string, string[]>;
  request?: unknown;
  response?: unknown;
}

const MAX_EXAMPLES_PER_WORKER = 5;
const MAX_EXAMPLE_LENGTH = 2_500;
const MAX_MESSAGES = 6;
const MAX_MESSAGE_LENGTH = 160;
const MAX_STRING_LENGTH = 200;
const secretField = /token|secret|password|otp|recovery|private_key|webhook$/;

/** Records responses of one worker. */
export class Recorder {
  readonly #seen = new Map<string, number>();
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, `${process.pid}.ndjson`);
  }

  record({ method, template }: Operation, { status, body, request }: ReceivedResponse) {
    const operation = `${method} ${template}`;
    if (status >= 400) {
      const message = messageOf(body);
      if (message !== undefined) this.#write({ operation, status, message }, `${operation} ${status} ${message}`, 1);
    } else if (typeof body === 'object' && body !== null && Object.keys(body).length > 0) {
      this.#write({ operation, request, response: example(body) }, operation, MAX_EXAMPLES_PER_WORKER);
    }
  }

  #write(entry: Entry, key: string, limit: number) {
    const count = this.#seen.get(key) ?? 0;
    if (count >= limit) return;
    this.#seen.set(key, count + 1);
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }
}

/**
 * Merges the records of all workers in a folder. Operations without a new record keep their earlier
 * one.
 */
export function mergeRecords(
  folder: string,
  earlier: Readonly<Record<string, RecordedOperation>>,
): Record<string, RecordedOperation> {
  const entries = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').filter(Boolean),
  );
  const merged: Record<string, RecordedOperation> = {};
  for (const entry of entries.map((line) => JSON.parse(line) as Entry)) {
    const record = (merged[entry.operation] ??= { refusals: {} });
    if ('message' in entry) addMessage(record, entry);
    else if (scoreOf(entry) > scoreOf(record)) Object.assign(record, sanitizedExample(entry));
  }
  for (const [operation, record] of Object.entries(merged)) {
    const { request, response } = earlier[operation] ?? {};
    if (record.response === undefined && response !== undefined) Object.assign(record, { request, response });
  }
  const all = Object.entries({ ...earlier, ...merged }).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(all);
}

function addMessage({ refusals }: RecordedOperation, { status, message }: Entry & { status: number; message: string }) {
  const text = withoutTestNames(message).slice(0, MAX_MESSAGE_LENGTH);
  const messages = new Set([...(refusals[status] ?? []), text]);
  refusals[status] = [...messages].sort().slice(0, MAX_MESSAGES);
}

/** The message of an error body; undefined for other bodies. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { message, error } = body as { message?: unknown; error?: unknown };
  const text = message ?? error;
  return typeof text === 'string' || text === undefined ? (text as string | undefined) : JSON.stringify(text);
}

/** Prefers examples with more filled fields; examples that are too long come last. */
function scoreOf({ request, response }: { request?: unknown; response?: unknown }): number {
  if (response === undefined) return -1;
  const length = JSON.stringify(response).length;
  if (length > MAX_EXAMPLE_LENGTH) return 0;
  return filledFields(response) + 2 * filledFields(request);
}

function filledFields(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce<number>((sum, entry) => sum + filledFields(entry), 0);
}

function sanitizedExample({ request, response }: { request?: unknown; response?: unknown }) {
  const isObject = typeof request === 'object' && request !== null && Object.keys(request).length > 0;
  return { ...(isObject && { request: sanitize(example(request)) }), response: sanitize(response) };
}

/** Shortens lists to their first entry, and long strings. */
function example(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(example);
  if (typeof value === 'string' && value.length > MAX_STRING_LENGTH) return `${value.slice(0, MAX_STRING_LENGTH)}...`;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, example(entry)]));
}

/**
 * Replaces secrets, stack traces, the address of the test instance and the random part of names.
 */
function sanitize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sanitize);
  if (typeof value === 'string') return withoutTestNames(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const isSecret = typeof entry === 'string' && secretField.test(name) && entry !== '';
      return [name, isSecret ? `<${name}>` : sanitize(entry)];
    }),
  );
}

function withoutTestNames(text: string): string {
  return text
    .replace(/\n {4}at [\s\S]*$/, '')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://forge.example.com')
    .replace(/127\.0\.0\.1|localhost/g, '203.0.113.7')
    .replace(/\/tmp\/[^\s"]+/g, '/tmp/file')
    .replace(/-[0-9a-f]{10}(?![0-9a-f])/g, '');
}
