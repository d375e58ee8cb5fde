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
