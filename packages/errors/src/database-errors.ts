/**
 * Errors of the database driver that mean that the database is unavailable, or that a command took
 * too long.
 */
import { UnavailableError } from './errors';

const unavailableErrors = new Set([
  'MongooseServerSelectionError',
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClearedError',
  'MongoWriteConcernError',
]);

const serverErrors = new Set(['MongoServerError', 'MongoBulkWriteError']);

/** Codes of commands that exceeded a time limit of the server: `MaxTimeMSExpired` and others. */
const timeLimitCodes = new Set<unknown>([50, 262]);

/**
 * Turns the error of an unavailable database, or of a command that exceeded its time limit, into a
 * 503; any other error is returned unchanged.
 */
export function fromDatabaseError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const error = causeOfBulkError(thrown);
  const isNotConnected = error.name === 'MongooseError' && error.message.includes('initial connection');
  // FerretDB responds with an internal error while its own PostgreSQL is unavailable or starting.
  const isBackendUnavailable =
    serverErrors.has(error.name) && /connect|SQLSTATE 57P0|shutting down|starting up/i.test(error.message);
  // The driver writes to a connection whose end it has not noticed yet, and passes on the error of
  // the socket.
  const isClosedConnection =
    'code' in error && error.code === 'EPIPE' && /ended by the other party/.test(error.message);
  if (isCommandTimeout(error)) return new UnavailableError(undefined, { isTimeout: true, cause: thrown });
  if (unavailableErrors.has(error.name) || isNotConnected || isBackendUnavailable || isClosedConnection)
    return new UnavailableError(undefined, { cause: thrown });
  return thrown;
}

/**
 * Whether the server took a command and did not finish it in time, by its own limit or by that of
 * the driver.
 */
function isCommandTimeout(error: DriverError): boolean {
  if (serverErrors.has(error.name)) return timeLimitCodes.has(error.code) || /SQLSTATE 57014/.test(error.message);
  if (error.name === 'MongoOperationTimeoutError') return true;
  // The name is also that of a connection that could not be opened in time.
  return error.name === 'MongoNetworkTimeoutError' && !error.beforeHandshake && /^connection /.test(error.message);
}

/** The parts of the driver's errors that are used here. */
interface DriverError extends Error {
  code?: unknown;
  /** Whether the connection was not open yet. */
  beforeHandshake?: boolean;
}

/** The parts of the driver's error of a command with several writes that are used here. */
interface BulkError extends Error {
  /** The error of the command, if it was not that of a write. */
  errorResponse?: unknown;
  result?: { getWriteConcernError?: () => Error | undefined };
}

/** The driver wraps the errors of commands with several writes. */
function causeOfBulkError(error: BulkError): Error {
  if (error.name !== 'MongoBulkWriteError') return error;
  if (error.errorResponse instanceof Error) return error.errorResponse;
  const isUnconfirmed = error.result?.getWriteConcernError?.() !== undefined;
  return isUnconfirmed ? Object.assign(new Error(error.message), { name: 'MongoWriteConcernError' }) : error;
}
