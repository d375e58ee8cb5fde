import { listPage } from '@forgemesh/data';
import { type Parameters, type Call, operation } from '@forgemesh/rpc';
import { EpicServiceDefinition, type ListEpicsRequest } from '@forgemesh/proto/collaboration/v1/epic';
import type { QueryFilter } from 'mongoose';
import { itemConditions } from '#items/lists';
import { allOf } from '#queries';
import { type EpicDocument, listedItem } from '#items/model';
import { readableGroups } from '#access';
import { presentEpics } from '../epic.entity';
import type { EpicsDeps } from '../deps';

/** Lists the epics of a group, and optionally those of its descendants and ancestors. */
export const listEpics = operation(EpicServiceDefinition.listEpics, async (request, call: Call<EpicsDeps>) => {
  const { id, level } = call.resource('id');
  const levels = new Map([...(await levelsAround(call, request)), [id, level]]);
  const groupIds = [...levels.keys()];
  const { state, order_by: orderBy = 'created_at' } = request;
  const direction = request.sort === 'asc' ? 1 : -1;
  const conditions = await itemConditions(call, request, {
    type: 'Epic',
    titles: { project_id: null, group_ids: [...new Set([...groupIds, ...call.resource('id').ancestor_ids])] },
  });
  const filter = allOf([
    { group_id: { $in: groupIds } },
    ...conditions,
    ...(state === undefined || state === 'all' ? [] : [{ state }]),
  ]);
  const epics = await listPage(call, {
    model: call.deps.lists.epics.model,
    filter: filter as QueryFilter<EpicDocument>,
    sort: { [orderBy]: direction, _id: -1 },
    request,
    projection: listedItem,
    caches: call.deps.lists.epics,
  });
  return {
    epics: await presentEpics(call.deps, epics, {
      group_id: id,
      levels,
      labelDetails: request.with_labels_details === true,
    }),
  };
});

/** The caller's levels on the other groups that the request includes. */
async function levelsAround(
  call: Call<EpicsDeps>,
  { include_ancestor_groups: withAbove, include_descendant_groups: withInside }: Parameters<ListEpicsRequest>,
): Promise<[number, number][]> {
  if (!withAbove && withInside === false) return [];
  const { id, ancestor_ids: above } = call.resource('id');
  const { levels } = await readableGroups(call, id);
  return [...levels].filter(([groupId]) => (above.includes(groupId) ? withAbove === true : withInside !== false));
}
