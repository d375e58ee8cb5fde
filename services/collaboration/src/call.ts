/** Calls of operations. */
import { Call } from '@forgemesh/rpc';

/** Whether a call is a read: then it may use cached query results. */
export function isRead({ operationId }: Pick<Call<unknown>, 'operationId'>): boolean {
  return operationId === undefined;
}

/**
 * The same call with an operation id of its own, for one of the writes of an operation, which must
 * be the same when the write is repeated.
 */
export function callForWrite<Deps>(call: Call<Deps>, operationId: string): Call<Deps> {
  const { context, deps, log, signal, ifUnmodifiedSince } = call;
  return new Call({ ...context, operation_id: operationId }, deps, log, signal, ifUnmodifiedSince);
}

/**
 * The same call with other dependencies, for functions that another area registered. The response
 * of the call itself is not affected: page, status and headers that are set on the result are lost.
 */
export function callWith<Deps>({ context, log, signal, ifUnmodifiedSince }: Call<unknown>, deps: Deps): Call<Deps> {
  return new Call(context, deps, log, signal, ifUnmodifiedSince);
}
