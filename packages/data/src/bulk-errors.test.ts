import { fromDatabaseError, isForgeError } from '@forgemesh/errors';
import mongoose from 'mongoose';

const { MongoBulkWriteError, MongoNetworkError, MongoServerError } = mongoose.mongo;

/** The error that the driver throws for a command with several writes. */
function bulkError(cause: object, writeConcernError?: Error): Error {
  const result = { getWriteConcernError: () => writeConcernError };
  return new MongoBulkWriteError(cause as never, result as never);
}

function isUnavailable(error: Error): boolean {
  const mapped = fromDatabaseError(error);
  return isForgeError(mapped) && mapped.reason === 'unavailable';
}

describe('errors of commands with several writes', () => {
  it('are those of an unavailable database if the connection failed', () => {
    expect(isUnavailable(bulkError(new MongoNetworkError('read ECONNRESET')))).toBe(true);
  });

  it('are those of an unavailable database if the server cannot reach its own', () => {
    const message = 'failed to connect to the storage';
    expect(isUnavailable(bulkError(new MongoServerError({ message, code: 1 })))).toBe(true);
    expect(isUnavailable(bulkError({ message, code: 1, writeErrors: [{ index: 0, errmsg: message }] }))).toBe(true);
  });

  it('are those of an unavailable database if a write was not confirmed', () => {
    expect(isUnavailable(bulkError({ message: 'timeout', code: 64 }, new Error('timeout')))).toBe(true);
  });

  it('are returned unchanged if a write was refused', () => {
    const error = bulkError({ message: 'duplicate key', code: 11_000, writeErrors: [{ index: 0, code: 11_000 }] });
    expect(fromDatabaseError(error)).toBe(error);
  });
});

describe('errors of commands that take too long', () => {
  const { MongoNetworkTimeoutError, MongoOperationTimeoutError } = mongoose.mongo;
  const timedOut = 'connection 3 to 127.0.0.1:27017 timed out';

  it.each([
    ['the driver gives up', new MongoNetworkTimeoutError(timedOut)],
    ['an operation has a time limit', new MongoOperationTimeoutError('Timed out')],
    ['the server has a time limit', new MongoServerError({ message: 'operation exceeded time limit', code: 50 })],
    ['several writes are one command', bulkError(new MongoNetworkTimeoutError(timedOut))],
  ])('are timeouts if %s', (_how, error) => {
    expect(fromDatabaseError(error)).toMatchObject({ reason: 'unavailable', isTimeout: true });
  });

  it.each([
    ['the connection is refused', new MongoNetworkError('connect ECONNREFUSED 127.0.0.1:27017')],
    ['no connection opens in time', new MongoNetworkTimeoutError("Socket 'connect' timed out after 5000ms")],
    ['a new connection does not respond', new MongoNetworkTimeoutError(timedOut, { beforeHandshake: true })],
  ])('are none if %s', (_how, error) => {
    expect(fromDatabaseError(error)).toMatchObject({ reason: 'unavailable', isTimeout: false });
  });
});
