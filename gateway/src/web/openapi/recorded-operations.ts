/**
 * Examples and refusals of operations, as `npm run openapi:record` recorded them from the responses
 * that the test suites received.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(__dirname, '../../../reference/recorded-operations.json');

/** What was recorded of one operation. */
export interface RecordedOperation {
  /** Messages by HTTP status, 4xx and 5xx. */
  refusals: Record<string, string[]>;
  /** A JSON request body that succeeded. */
  request?: unknown;
  /** The JSON response to it. */
  response?: unknown;
}

let recorded: Record<string, RecordedOperation> | undefined;

/** The record of an operation by method and path: `GET /api/v4/projects/{id}`. */
export function recordedOperation(method: string, path: string): RecordedOperation | undefined {
  recorded ??= JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, RecordedOperation>;
  return recorded[`${method} ${path}`];
}
