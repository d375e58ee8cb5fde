import { NotFoundError } from '@forgemesh/errors';
import { EpicServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic';
import { operation } from '../../../operation';
import { findEpic } from '../find-epic';

/**
 * Removes an epic. Its notes, reactions and todos go from its event; so does what issues and epics
 * below it say of it.
 */
export const deleteEpic = operation(EpicServiceDefinition.deleteEpic, async ({ epic_iid: iid }, call) => {
  const epic = await findEpic(call, iid);
  const isRemoved = await call.deps.epics.remove(epic, {
    type: 'collaboration.epic.deleted',
    actor: call.principal.id,
  });
  if (!isRemoved) throw new NotFoundError();
  return {};
});
