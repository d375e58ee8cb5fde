/**
 * JSON logs: fixed messages, data in snake_case fields, the request id on every line, no secrets.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import { redactTokens } from './redact-tokens';
import { currentScope } from './scope';

export type { Logger } from 'pino';

const secretFields = ['token', 'private_token', 'password', 'authorization', 'secret', 'runners_token'];

/** Creates the logger of a service or another part of a process. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => currentScope()?.fields ?? {},
      redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
      hooks: { streamWrite: redactTokens },
    },
    destination ?? standardOutput(),
  );
}

let output: DestinationStream | undefined;

/** All loggers of a process share one stream, so that their lines never mix. */
function standardOutput(): DestinationStream {
  return (output ??= pino.destination({ dest: 1, sync: false }));
}
