import { type Call, internalOperation } from '@forgemesh/rpc';
import type { EntityDocument, EntityStore } from '@forgemesh/data';
import { InvalidParameterError } from '@forgemesh/errors';
import {
  EventEntityServiceDefinition,
  EventResource,
  type ListEventEntitiesRequest,
} from '@forgemesh/proto/collaboration/v1/event_entity';
import type { NotesDeps } from '#discussion/notes';

/** Number of newest notes that are searched. */
const MAX_RECENT_NOTES = 100;

/** Returns entities in the form in which their events carry them. */
export const listEventEntities = internalOperation(
  EventEntityServiceDefinition.listEventEntities,
  async (request, { deps }: Call<Pick<NotesDeps, 'items' | 'notes' | 'planning'>>) => {
    const store = storeOf(deps, request.resource);
    const ids = request.ids.length > 0 ? request.ids : await newestOf(deps, request);
    const rows = (await store.model
      .find({ _id: { $in: ids } })
      .sort({ _id: 1 })
      .lean()) as EntityDocument[];
    const entities = await Promise.all(rows.map((row) => store.present(row)));
    return { entities: entities.map((entity) => JSON.stringify(entity)) };
  },
);

function storeOf(
  deps: Pick<NotesDeps, 'items' | 'notes' | 'planning'>,
  resource: EventResource,
): EntityStore<EntityDocument> {
  const {
    items: { issues, mergeRequests },
    notes,
    planning: { labels },
  } = deps;
  const stores = new Map<EventResource, unknown>([
    [EventResource.EVENT_RESOURCE_ISSUE, issues],
    [EventResource.EVENT_RESOURCE_MERGE_REQUEST, mergeRequests],
    [EventResource.EVENT_RESOURCE_NOTE, notes],
    [EventResource.EVENT_RESOURCE_LABEL, labels],
  ]);
  const store = stores.get(resource);
  if (!store) throw new InvalidParameterError('resource does not have a valid value');
  return store as EntityStore<EntityDocument>;
}

async function newestOf(
  deps: Pick<NotesDeps, 'items' | 'notes' | 'planning'>,
  { resource, project_id, confidential }: ListEventEntitiesRequest,
): Promise<number[]> {
  if (resource === EventResource.EVENT_RESOURCE_NOTE) return newestNote(deps, project_id, confidential);
  const isIssue = resource === EventResource.EVENT_RESOURCE_ISSUE;
  const filter = { project_id, ...(isIssue && { confidential }) };
  const row = await storeOf(deps, resource)
    .model.findOne(filter as object, { _id: 1 })
    .sort({ _id: -1 })
    .lean();
  return row ? [row._id] : [];
}

/** The newest user note, either on a confidential issue or on any other object. */
async function newestNote(
  { notes, items: { issues } }: Pick<NotesDeps, 'items' | 'notes'>,
  projectId: number,
  confidential: boolean,
): Promise<number[]> {
  const rows = await notes.model
    .find({ project_id: projectId, system: false }, { noteable_type: 1, noteable_id: 1 })
    .sort({ _id: -1 })
    .limit(MAX_RECENT_NOTES)
    .lean<{ _id: number; noteable_type: string; noteable_id: number }[]>();
  const issueIds = rows.filter(({ noteable_type: type }) => type === 'Issue').map(({ noteable_id: id }) => id);
  const hidden = await issues.model.find({ _id: { $in: issueIds }, confidential: true }, { _id: 1 }).lean();
  const hiddenIds = new Set(hidden.map(({ _id }) => _id));
  const matches = (row: (typeof rows)[number]): boolean =>
    (row.noteable_type === 'Issue' && hiddenIds.has(row.noteable_id)) === confidential;
  return rows
    .filter(matches)
    .slice(0, 1)
    .map(({ _id }) => _id);
}
