/** The views of projects in responses. */
import type { Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import type { ProjectView } from './project.entity';

/**
 * The view in the response to a write: one project with its details, without the caller's
 * memberships.
 */
export function writeView(call: Call<unknown>): ProjectView {
  return { viewer: viewerOf(call), tier: call.context.tier, details: true };
}

/** Optional fields of a read. */
type ReadShape = Pick<ProjectView, 'simple' | 'details' | 'statistics' | 'with_custom_attributes'>;

/** The view of a read. Anonymous callers get the simple fields. */
export function readView(call: Call<unknown>, shape: ReadShape): ProjectView {
  return {
    viewer: viewerOf(call),
    tier: call.context.tier,
    permissions: true,
    details: shape.details,
    statistics: shape.statistics,
    with_custom_attributes: shape.with_custom_attributes,
    simple: shape.simple === true || call.user === null,
  };
}
