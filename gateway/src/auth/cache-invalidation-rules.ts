/**
 * Cache invalidation rules: which requests may change authentication and authorization results.
 * They depend on the service that owns the operation, because rules per operation would be missing
 * for new operations.
 */
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { CompiledOperation } from '../routing/compile-operation';
import type { Grants } from './authorize';

/** Entries to invalidate: all of them, or those of some projects. */
export type InvalidationScope = 'everybody' | readonly number[];

/**
 * Services whose writes invalidate less than everything. All others may change anything: identity
 * owns users and their tokens; projects owns groups, members, visibilities and archived states;
 * settings limits the addresses of a user; a new service is unknown.
 */
const services: Record<string, 'nothing' | 'projects'> = {
  // Authorization results contain no issues, merge requests or notes.
  collaboration: 'nothing',
  approvals: 'nothing',
  // Authorization results contain no webhooks or integrations.
  deliveries: 'nothing',
  // Tokens of nodes are never cached.
  geo: 'nothing',
  // The first branch becomes the default branch, and another one does if that is deleted.
  repository: 'projects',
};

/** Returns the entries that an operation may change; undefined for none. */
export function invalidationScopeOf(
  { service, isRead }: CompiledOperation,
  access: Grants,
): InvalidationScope | undefined {
  const changes = services[service] ?? 'everything';
  if (isRead || changes === 'nothing') return undefined;
  const projects = Object.values(access)
    .filter(({ kind }) => kind === ReferenceKind.REFERENCE_KIND_PROJECT)
    .map(({ id }) => id);
  return changes === 'projects' && projects.length > 0 ? projects : 'everybody';
}
