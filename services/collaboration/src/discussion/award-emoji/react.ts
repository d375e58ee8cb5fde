import type { Call } from '@forgemesh/rpc';
import { isDuplicateKey } from '@forgemesh/data';
import type { AwardEmojiDocument } from './award-emoji.model';
import { awardsOn, type Awardable } from './awardable';
import { tryRecountVotes } from './count-votes';
import type { AwardEmojiDeps } from './deps';

/** Adds the caller's reaction to an object; null if it exists already. */
export async function react(
  call: Call<AwardEmojiDeps>,
  awardable: Awardable,
  name: string,
): Promise<AwardEmojiDocument | null> {
  const { deps, principal, operationId } = call;
  const now = new Date();
  try {
    const award = await deps.awardEmoji.insert(
      {
        _id: await deps.awardEmoji.nextId(),
        ...awardsOn(awardable),
        name,
        user_id: principal.id,
        created_at: now,
        updated_at: now,
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'collaboration.award_emoji.created', actor: principal.id }],
    );
    await tryRecountVotes(deps, awardable);
    return award;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
