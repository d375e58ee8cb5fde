import { AccessServiceService } from '@forgemesh/proto/projects/v1/access';
import { subjectOf } from '../access/viewer';
import { internalOperation } from '../operation';
import { filterOf } from './list-filter';

/** Lists the groups inside a group that a subject may read. */
export const listGroupsInside = internalOperation(
  AccessServiceService.listGroupsInside,
  async ({ subject, group_id: groupId }, { deps }) => {
    const filter = await filterOf(deps, subjectOf(subject), {}, { allAvailable: true });
    const groups = await deps.namespaces.model
      .find({ ...filter, ancestor_ids: groupId }, { _id: 1 })
      .lean<{ _id: number }[]>();
    return { group_ids: groups.map(({ _id: id }) => id) };
  },
);
