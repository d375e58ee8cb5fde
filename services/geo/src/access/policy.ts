/** Which node answers what. Administrators alone come here; the contract says so. */
import { ForbiddenError } from '@forgemesh/errors';
import type { Geo } from '../deps';

/** The list of nodes is the primary's, and only it is followed. */
export function assertPrimary({ role }: Pick<Geo, 'role'>): void {
  if (role !== 'primary') throw new ForbiddenError('only the primary node does this');
}

/** What was copied only a node that copies can tell. */
export function assertSecondary({ role }: Pick<Geo, 'role'>): void {
  if (role !== 'secondary') throw new ForbiddenError('only a secondary node does this');
}
