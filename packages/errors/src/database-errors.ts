/** Errors of the database driver that mean that the database is unavailable. */
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

/** Turns the error of an unavailable database into a 503; any other error is returned unchanged. */
export function fromDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isNotConnected = error.name === 'MongooseError' && error.message.includes('initial connection');
  // FerretDB responds with an internal error while its own PostgreSQL is unavailable or starting.
  const isBackendUnavailable =
    error.name === 'MongoServerError' && /connect|SQLSTATE 57P0|shutting down|starting up/i.test(error.message);
  // The driver writes to a connection whose end it has not noticed yet, and passes on the error of
  // the socket.
  const isClosedConnection =
    'code' in error && error.code === 'EPIPE' && /ended by the other party/.test(error.message);
  if (unavailableErrors.has(error.name) || isNotConnected || isBackendUnavailable || isClosedConnection)
    return new UnavailableError(undefined, { cause: error });
  return error;
}
