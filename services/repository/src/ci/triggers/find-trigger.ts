import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { TriggerDocument } from './trigger.model';
import type { TriggersDeps } from './deps';

/** The trigger that a call names by id. Throws NotFoundError if the project has no such trigger. */
export async function findTrigger(call: Call<TriggersDeps>, id: number): Promise<TriggerDocument> {
  const trigger = await call.deps.triggers.find(id);
  if (trigger?.project_id !== call.resource().id) throw new NotFoundError('Trigger');
  return trigger;
}
