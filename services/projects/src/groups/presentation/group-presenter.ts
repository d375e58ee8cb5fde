/** The presentation of groups, for the areas whose operations return groups. */
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { Group } from '@forgemesh/proto/projects/v1/group';
import type { Viewer } from '#access';
import type { NamespaceDocument } from '#namespaces';
import type { GroupPresentationDeps } from './deps';
import { presentGroups } from './group.entity';
import { presentGroup, type GroupView } from './present-group';

/** Presents groups. */
export interface GroupPresenter {
  /** Presents one group to the caller. */
  presentGroup(call: Call<unknown>, group: NamespaceDocument, view: GroupView): Promise<ResponseOf<Group>>;
  /** Presents groups with one read for their ancestors. */
  presentGroups(groups: NamespaceDocument[], viewer: Viewer): Promise<ResponseOf<Group>[]>;
}

/** Creates the presenter. */
export function createGroupPresenter(deps: GroupPresentationDeps): GroupPresenter {
  return {
    presentGroup: (call, group, view) => presentGroup(deps, call, group, view),
    presentGroups: (groups, viewer) => presentGroups(deps, groups, viewer),
  };
}
