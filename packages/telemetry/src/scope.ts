/**
 * The scope of the work on one request or event: fields for its log lines, and the caller on whose
 * behalf other services are called.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallContext } from './call-context';

/** Fields of every log line of the work. */
export interface LogScope {
  request_id: string;
  [field: string]: unknown;
}

/** The scope of some work. */
export interface Scope {
  fields: LogScope;
  /** Context of the current call. */
  context?: CallContext;
  /** Deadline of the caller, in milliseconds since 1970; absent if no caller waits. */
  until?: number;
  /** The current span, as a `traceparent` of the W3C; absent while tracing is off. */
  traceParent?: string;
}

// One storage for all: each costs time at every asynchronous step.
const scopes = new AsyncLocalStorage<Scope>();

/** Log fields that name the caller: the effective user, and the owner of the token. */
export function callerFields({
  user,
  real_user_id: realUserId,
  token_id: tokenId,
}: Pick<CallContext, 'real_user_id' | 'token_id'> & { user: { id: number } | null }): Record<string, number> {
  const isSudo = user !== null && realUserId !== null && realUserId !== user.id;
  return {
    ...(user && { user_id: user.id }),
    ...(realUserId !== null && { real_user_id: realUserId }),
    ...(isSudo && { sudo_user_id: user.id }),
    ...(tokenId && { token_id: tokenId }),
  };
}

/** Runs work in a scope, and in the current span unless the scope names another. */
export function runInScope<T>(scope: Scope, work: () => T): T {
  const traceParent = scope.traceParent ?? scopes.getStore()?.traceParent;
  return scopes.run(traceParent === scope.traceParent ? scope : { ...scope, traceParent }, work);
}

/** Returns the current scope. */
export function currentScope(): Scope | undefined {
  return scopes.getStore();
}

/** Runs work with other log fields and the same caller. */
export function withLogScope<T>(fields: LogScope, work: () => T): T {
  return scopes.run({ ...scopes.getStore(), fields }, work);
}

/** Returns the id of the current request or event; empty outside of any. */
export function currentRequestId(): string {
  return scopes.getStore()?.fields.request_id ?? '';
}
