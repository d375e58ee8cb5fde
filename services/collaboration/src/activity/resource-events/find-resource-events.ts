/** Reads the resource events of an item. */
import type { Call } from '@forgemesh/rpc';
import { listPage, type PageRequest } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { ResourceTarget } from './record-resource-events';
import type { ResourceEventDocument, ResourceEventKind } from './resource-event.model';
import type { ResourceEventsDeps } from './deps';

/** One page of the events of a kind, oldest first. */
export function listResourceEvents(
  call: Call<ResourceEventsDeps>,
  { type, id }: ResourceTarget,
  kind: ResourceEventKind,
  request: PageRequest,
): Promise<ResourceEventDocument[]> {
  const {
    resourceEvents: model,
    lists: { resourceEvents: kept },
  } = call.deps;
  const filter = { resource_type: type, resource_id: id, kind };
  return listPage(call, { model, filter, sort: { _id: 1 }, request, caches: kept });
}

/** One event of a kind by its id. Throws NotFoundError unless it belongs to the item. */
export async function findResourceEvent(
  { deps }: Call<ResourceEventsDeps>,
  { type, id }: ResourceTarget,
  kind: ResourceEventKind,
  eventId: number,
): Promise<ResourceEventDocument> {
  const event = await deps.resourceEvents
    .findOne({ _id: eventId, resource_type: type, resource_id: id, kind })
    .lean<ResourceEventDocument>();
  if (!event) throw new NotFoundError();
  return event;
}
