import { randomUUID } from 'node:crypto';
import { searchFields } from '@forgemesh/data';
import { type Parameters, type Call, operation } from '@forgemesh/rpc';
import { EpicServiceDefinition, type CreateEpicRequest } from '@forgemesh/proto/collaboration/v1/epic';
import { assertTexts } from '#texts';
import { createWithQuickActions, initialChanges } from '#items/shared';
import { epicAttributes } from '../epic-attributes';
import { type EpicDocument, newEpicFields } from '#items/model';
import { presentEpicFor } from '../find-epic';
import type { EpicsDeps } from '../deps';

/** Creates an epic. */
export const createEpic = operation(EpicServiceDefinition.createEpic, async (request, call: Call<EpicsDeps>) => {
  const inserted = await createWithQuickActions(call, 'Epic', request, async (bare) => {
    const earlier = await call.deps.items.epics.findByOperation(call.operationId ?? '');
    return earlier ?? insertEpic(call, bare);
  });
  return presentEpicFor(call, inserted);
});

async function insertEpic(call: Call<EpicsDeps>, request: Parameters<CreateEpicRequest>): Promise<EpicDocument> {
  const { deps, principal, operationId } = call;
  const { id: groupId } = call.resource('id');
  const title = request.title.trim();
  const description = request.attributes?.description ?? null;
  assertTexts({ title, description });
  const attributes = await epicAttributes(call, request.attributes ?? {});
  const now = new Date();
  const changes = initialChanges({ label_ids: [], ...attributes });
  const created = { id: randomUUID(), type: 'collaboration.epic.created' as const, actor: principal.id, changes };
  const id = await deps.items.epics.nextId();
  const inserted = await deps.items.epics.insert(
    {
      _id: id,
      iid: await deps.sequences.next(`epics/${groupId}`),
      group_id: groupId,
      title,
      description,
      ...searchFields(title, description),
      author_id: principal.id,
      ...newEpicFields(),
      ...attributes,
      created_at: now,
      updated_at: now,
      ...(operationId !== undefined && { operation_id: operationId }),
    },
    [created],
  );
  if (inserted._id === id) await deps.history.recordResourceEvents({ type: 'Epic', id }, created);
  return inserted;
}
