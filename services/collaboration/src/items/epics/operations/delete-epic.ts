import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { EpicServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic';
import { findEpic } from '../find-epic';
import type { EpicsDeps } from '../deps';

/**
 * Deletes an epic. Consumers of its event remove its notes, reactions and todos, and the references
 * of issues and child epics to it.
 */
export const deleteEpic = operation(
  EpicServiceDefinition.deleteEpic,
  async ({ epic_iid: iid }, call: Call<EpicsDeps>) => {
    const epic = await findEpic(call, iid);
    const isRemoved = await call.deps.items.epics.remove(epic, {
      type: 'collaboration.epic.deleted',
      actor: call.principal.id,
    });
    if (!isRemoved) throw new NotFoundError();
    return {};
  },
);
