/** Presents triggers in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Trigger } from '@forgemesh/proto/repository/v1/trigger';
import { findUsers, presentUser } from '#clients/users';
import type { TriggerDocument } from './trigger.model';
import type { TriggersDeps } from './deps';

/** Number of characters of a token that users other than its owner see. */
const SHOWN_LENGTH = 4;

/** Presents triggers; only the owner sees the whole token. */
export async function presentTriggers(
  { deps, principal }: Call<TriggersDeps>,
  triggers: readonly TriggerDocument[],
): Promise<ResponseOf<Trigger>[]> {
  const users = await findUsers(
    deps,
    triggers.map(({ owner_id }) => owner_id),
  );
  return triggers.map((trigger) => {
    const token = deps.triggerBox.open(trigger.token);
    return {
      id: trigger._id,
      token: trigger.owner_id === principal.id ? token : token.slice(0, SHOWN_LENGTH),
      description: trigger.description,
      created_at: trigger.created_at.toISOString(),
      updated_at: trigger.updated_at.toISOString(),
      last_used: trigger.last_used?.toISOString() ?? null,
      owner: presentUser(users.get(trigger.owner_id)),
    };
  });
}

/** Presents one trigger. */
export async function presentTrigger(call: Call<TriggersDeps>, trigger: TriggerDocument): Promise<ResponseOf<Trigger>> {
  const [presented] = await presentTriggers(call, [trigger]);
  if (!presented) throw new Error('one trigger has one entity');
  return presented;
}

/** The entity of `repository.trigger.*`, without the token. */
export function presentTriggerEvent(trigger: TriggerDocument): EventEntity<'repository.trigger.updated'> {
  const { _id: id, project_id, owner_id, description } = trigger;
  return { id, project_id, owner_id, description };
}
