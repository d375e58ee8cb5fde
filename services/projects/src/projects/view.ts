/** How an operation shows projects to its caller. */
import { viewerOf } from '../access/viewer';
import type { ProjectsCall } from '../operation';
import type { ProjectView } from './project.entity';

/** The view of an answer to a write: one project with its details, without the caller's memberships. */
export function writeView(call: ProjectsCall): ProjectView {
  return { viewer: viewerOf(call), tier: call.context.tier, details: true };
}

/** The view of a read. Anonymous callers see the simple fields. */
export function readView(call: ProjectsCall, shape: Pick<ProjectView, 'simple' | 'details'>): ProjectView {
  return {
    viewer: viewerOf(call),
    tier: call.context.tier,
    permissions: true,
    ...shape,
    simple: shape.simple === true || call.user === null,
  };
}
