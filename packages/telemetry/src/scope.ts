/**
 * What surrounds the work on one request or event: fields for its log lines, and on whose behalf
 * other services are called.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallContext } from './call-context';

/** Fields that every log line of the work carries. */
export interface LogScope {
  request_id: string;
  [field: string]: unknown;
}

/** The surroundings of some work. */
export interface Scope {
  fields: LogScope;
  /** The caller that is being answered. */
  context?: CallContext;
  /** When whoever waits for the answer gives up; absent where nobody does. */
  until?: number;
}

// One storage for both: each costs time at every asynchronous step.
const scopes = new AsyncLocalStorage<Scope>();

/** Fields of log lines that name the caller: the effective user, and who is behind the request. */
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

/** Runs work in surroundings. */
export function runInScope<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work);
}

/** The surroundings of the work that runs now. */
export function currentScope(): Scope | undefined {
  return scopes.getStore();
}

/** Runs work whose log lines carry some fields; on whose behalf it runs stays as it is. */
export function withLogScope<T>(fields: LogScope, work: () => T): T {
  return scopes.run({ ...scopes.getStore(), fields }, work);
}

/** Id of the request or event that is being worked on; empty outside of any. */
export function currentRequestId(): string {
  return scopes.getStore()?.fields.request_id ?? '';
}
