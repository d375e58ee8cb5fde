/**
 * Which requests may change who a caller is, or what he may do where. Judged by the service that owns the operation: a rule for each
 * operation would be missing for the next one.
 */
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { Grants } from './authorize';
import type { CompiledOperation } from '../routing/compile-operation';

/** Whose rights change: those of everybody everywhere, or all rights on some projects. */
export type Concerned = 'everybody' | readonly number[];

/**
 * Services whose writes change less than everything. All others may change anything: identity has users and their tokens, projects has
 * groups, members, visibilities and archives, settings says from how many addresses a user may come, and one that is new is not known.
 */
const services: Record<string, 'nothing' | 'projects'> = {
  // Issues, merge requests and notes are nowhere in the answers.
  collaboration: 'nothing',
  approvals: 'nothing',
  // The tokens of nodes are asked for each time.
  geo: 'nothing',
  // The first branch becomes the default branch, and another one where that is gone.
  repository: 'projects',
};

/** What an operation may change; undefined for nothing. */
export function rightsChangedBy({ service, isRead }: CompiledOperation, access: Grants): Concerned | undefined {
  const changes = services[service] ?? 'everything';
  if (isRead || changes === 'nothing') return undefined;
  const projects = Object.values(access)
    .filter(({ kind }) => kind === ReferenceKind.REFERENCE_KIND_PROJECT)
    .map(({ id }) => id);
  return changes === 'projects' && projects.length > 0 ? projects : 'everybody';
}
