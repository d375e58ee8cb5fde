/** JSON logs: fixed message, data in snake_case fields, the request's id on every line, no secret in any. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Fields that every line inside a call or event carries. */
export interface LogScope {
  request_id: string;
  [field: string]: unknown;
}

const scopes = new AsyncLocalStorage<LogScope>();

/** Runs work whose log lines carry the scope's fields. */
export function withLogScope<T>(scope: LogScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Id of the request or event that is being worked on; empty outside of any. */
export function currentRequestId(): string {
  return scopes.getStore()?.request_id ?? '';
}

const secretFields = ['token', 'private_token', 'password', 'authorization', 'secret', 'runners_token'];
const tokenText = /\bglpat-[\w-]{20}|(private[-_]token["']?[:=]\s*["']?)[\w-]+/gi;

/** Makes the logger of a process. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => scopes.getStore() ?? {},
      redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
      hooks: { streamWrite: (line) => line.replace(tokenText, '$1[redacted]') },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
