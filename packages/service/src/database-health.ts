/**
 * Whether a process reaches its database, for health checks of callers that can use another process
 * instead.
 */
import type { Connection } from 'mongoose';

/** How long a check waits for a ping, in milliseconds. */
const TIMEOUT_MS = 600;
/** The database is lost if no ping has succeeded for this long, in milliseconds. */
const LOST_MS = 1_500;
/** A result is used for this long, in milliseconds: each caller checks each second. */
const MAX_AGE_MS = 400;

/** The part of a connection that is needed. */
export type PingedConnection = Pick<Connection, 'db'>;

/** Creates the check of a connection. At most one ping is in progress. */
export function createDatabaseHealth(connection: PingedConnection): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined;
  let last: { isHealthy: boolean; at: number } | undefined;
  let succeededAt = -Infinity;
  const ping = (): Promise<boolean> => {
    pending ??= (connection.db?.command({ ping: 1 }) ?? Promise.reject(new Error('not connected')))
      .then(
        () => true,
        () => false,
      )
      .then((isHealthy) => {
        last = { isHealthy, at: performance.now() };
        if (isHealthy) succeededAt = last.at;
        pending = undefined;
        return isHealthy;
      });
    return pending;
  };
  return async () => {
    const wasHealthy = (): boolean => performance.now() - succeededAt < LOST_MS;
    if (last && performance.now() - last.at < MAX_AGE_MS) return last.isHealthy || wasHealthy();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), TIMEOUT_MS)));
    const isHealthy = await Promise.race([ping(), timeout]).finally(() => clearTimeout(timer));
    return isHealthy || wasHealthy();
  };
}
