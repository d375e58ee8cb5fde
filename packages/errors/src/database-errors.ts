/** Which errors of the database driver mean that the database is unavailable. */
import { UnavailableError } from './errors';

const awayErrors = new Set([
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

/** Turns the error of a database that is away into a 503; any other error is returned as it is. */
export function fromDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const notConnected = error.name === 'MongooseError' && error.message.includes('initial connection');
  // FerretDB answers with an internal error while its own PostgreSQL is away or starts.
  const backendAway =
    error.name === 'MongoServerError' && /connect|SQLSTATE 57P0|shutting down|starting up/i.test(error.message);
  // The driver writes to a connection whose end it has not noticed yet, and passes on what the
  // socket says.
  const endedUnnoticed = 'code' in error && error.code === 'EPIPE' && /ended by the other party/.test(error.message);
  if (awayErrors.has(error.name) || notConnected || backendAway || endedUnnoticed)
    return new UnavailableError(undefined, { cause: error });
  return error;
}
