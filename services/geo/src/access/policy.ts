/**
 * Role checks: operations that only a primary or only a secondary serves. Authentication is
 * declared in the contract.
 */
import { ForbiddenError } from '@forgemesh/errors';
import type { AccessDeps } from './deps';

/**
 * Throws ForbiddenError on a secondary: only the primary owns the list of nodes and serves
 * replication.
 */
export function assertPrimary({ role }: AccessDeps): void {
  if (role !== 'primary') throw new ForbiddenError('only the primary node allows this');
}

/** Throws ForbiddenError on a primary: only a secondary has replicas. */
export function assertSecondary({ role }: AccessDeps): void {
  if (role !== 'secondary') throw new ForbiddenError('only a secondary node allows this');
}
