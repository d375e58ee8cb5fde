/**
 * Records the changes of labels, milestone and state of items. They are derived from the item's bus
 * events, so that a crash loses none.
 */
import { isDuplicateKey, retryWriteConflicts } from '@forgemesh/data';
import type { Changed, RecordableEvent, ResourceChanges } from '#items/shared';
import type { ResourceEventDocument, ResourceType } from './resource-event.model';
import type { ResourceEventsDeps } from './deps';

/** Maximum number of events that one command reads or inserts, so that none takes long. */
const MAX_INSERTED = 200;

/** The item that a resource event belongs to. */
export interface ResourceTarget {
  type: ResourceType;
  id: number;
}

type EventFields = Pick<ResourceEventDocument, 'kind' | 'action' | 'label_id' | 'milestone_id' | 'state'>;

/**
 * Records the changes of one bus event of an item. Idempotent; runs no command if there is nothing
 * to record.
 */
export async function recordResourceEvents(
  deps: Pick<ResourceEventsDeps, 'resourceEvents' | 'sequences'>,
  { type, id }: ResourceTarget,
  event: RecordableEvent<ResourceChanges>,
): Promise<void> {
  const { changes = {} } = event;
  const isOfMove = changes.moved_to !== undefined || changes.promoted_to !== undefined;
  await insertResourceEvents(
    deps,
    fieldsOf(type, changes).map((fields) => ({
      ...fields,
      resource_type: type,
      resource_id: id,
      user_id: event.actor,
      ...(isOfMove && { is_of_move: true }),
      effect_key: [event.id, fields.kind, fields.label_id ?? fields.milestone_id ?? ''].join('/'),
      created_at: event.at ?? new Date(),
    })),
  );
}

type NewResourceEvent = Omit<ResourceEventDocument, '_id'>;

/** Inserts events that were not inserted before. */
export async function insertResourceEvents(
  deps: Pick<ResourceEventsDeps, 'resourceEvents' | 'sequences'>,
  rows: readonly NewResourceEvent[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += MAX_INSERTED) await insertMissing(deps, rows.slice(at, at + MAX_INSERTED));
}

async function insertMissing(
  { resourceEvents, sequences }: Pick<ResourceEventsDeps, 'resourceEvents' | 'sequences'>,
  rows: readonly NewResourceEvent[],
): Promise<void> {
  const existing = await resourceEvents
    .find({ effect_key: { $in: rows.map(({ effect_key: key }) => key) } }, { effect_key: 1 })
    .lean<Pick<ResourceEventDocument, 'effect_key'>[]>();
  const keys = new Set(existing.map(({ effect_key: key }) => key));
  const missing = rows.filter(({ effect_key: key }) => !keys.has(key));
  if (missing.length === 0) return;
  const ids = await Promise.all(missing.map(() => sequences.nextId(resourceEvents.collection.name)));
  try {
    const documents = missing.map((row, index) => ({ _id: ids[index], ...row }));
    await retryWriteConflicts(() => resourceEvents.insertMany(documents, { ordered: false }));
  } catch (error) {
    // The request and the consumer of its event recorded the same change.
    if (!isDuplicateKey(error)) throw error;
  }
}

function fieldsOf(type: ResourceType, { label_ids, milestone_id, state, initial }: ResourceChanges): EventFields[] {
  const labels = label_ids ?? { from: [], to: initial?.label_ids ?? [] };
  const milestone = milestone_id ?? { from: null, to: initial?.milestone_id ?? null };
  return [
    ...labelFields('add', labels.to, labels.from),
    ...labelFields('remove', labels.from, labels.to),
    ...(type === 'Epic' ? [] : [...milestoneFields(milestone), ...stateFields(state)]),
  ];
}

function labelFields(action: 'add' | 'remove', ids: readonly number[], others: readonly number[]): EventFields[] {
  const excluded = new Set(others);
  return ids.filter((id) => !excluded.has(id)).map((id) => ({ kind: 'label', action, label_id: id }));
}

/** A replaced milestone is one event: the new one is added. */
function milestoneFields({ from, to }: Changed<number | null>): EventFields[] {
  const id = to ?? from;
  return id === null ? [] : [{ kind: 'milestone', action: to === null ? 'remove' : 'add', milestone_id: id }];
}

function stateFields(state: Changed<string> | undefined): EventFields[] {
  if (!state) return [];
  if (state.to === 'closed' || state.to === 'merged') return [{ kind: 'state', state: state.to }];
  return [{ kind: 'state', state: 'reopened' }];
}
