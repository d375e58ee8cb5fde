/** Lists of the projects that a viewer may see, for the areas that restrict them further. */
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { PageRequest } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';
import type { ListProjectsResponse } from '@forgemesh/proto/projects/v1/project';
import type { ProjectDocument, Feature } from '#projects/model';
import type { Viewer } from '#access';
import { type ProjectFilter, type ProjectListRequest, filterOf, withFeature } from './list-filter';
import { listVisible } from './list-visible';
import type { ProjectListsDeps } from './deps';

/** Finds the projects that a viewer may see. */
export interface VisibleProjects {
  /** Reads and presents a page. `within` restricts the list; for `groupIds` see `filter`. */
  list(
    call: Call<unknown>,
    request: ProjectListRequest & PageRequest,
    within?: QueryFilter<ProjectDocument>,
    groupIds?: readonly number[],
  ): Promise<ResponseOf<ListProjectsResponse>>;
  /**
   * The filter of a list. Reads the viewer's stars if the request filters by them.
   *
   * `groupIds` are a group that contains all requested projects, or that they are shared with, and
   * its ancestors. Members of one of these groups may see all of them, which allows a simpler,
   * indexed query.
   */
  filter(viewer: Viewer, request: ProjectListRequest, groupIds?: readonly number[]): Promise<ProjectFilter>;
  /** The projects that a viewer may read and use the given feature of. */
  withFeature(viewer: Viewer, feature: Feature): Promise<ProjectFilter>;
}

/** Creates the functions. */
export function createVisibleProjects(deps: ProjectListsDeps): VisibleProjects {
  return {
    list: (call, request, within, groupIds) => listVisible(deps, call, request, within, groupIds),
    filter: (viewer, request, groupIds) => filterOf(deps, viewer, request, groupIds),
    withFeature: (viewer, feature) => withFeature(deps, viewer, feature),
  };
}
