import type { EventConsumer, EventTypeOf, ForgeEvent } from '@forgemesh/events';
import type { IdentityConsumersDeps } from './deps';

type FollowedPattern = 'identity.gpg_key.>' | 'identity.email.>' | 'identity.user.updated' | 'identity.user.deleted';

/**
 * Invalidates the cached verifications that a change of keys or emails may affect; they are
 * recomputed on the next read. Signatures of a deleted key stay verified; those of a revoked key
 * become signatures of an unknown key.
 */
export const onKeyChanged: EventConsumer<FollowedPattern, IdentityConsumersDeps> = {
  name: 'repository-signatures',
  events: ['identity.gpg_key.>', 'identity.email.>', 'identity.user.updated', 'identity.user.deleted'],
  from: 'all',
  async handle(event, { commitSignatures }) {
    if (!isOfKey(event)) {
      await commitSignatures.deleteMany({ user_id: Number(event.subject) });
      return;
    }
    const { type, data } = event;
    const { id, primary_keyid, subkey_ids = [] } = data.entity;
    const ofKey = { key_id: { $in: [primary_keyid, ...subkey_ids] } };
    if (type === 'identity.gpg_key.deleted') {
      await commitSignatures.updateMany(
        { gpg_key_id: id, status: 'verified' },
        { $set: { gpg_key_id: null, user_id: null } },
      );
      await commitSignatures.deleteMany({ ...ofKey, gpg_key_id: id });
    } else if (type === 'identity.gpg_key.created') {
      // Verifications made before this event arrived may already reflect the key.
      const others = { $or: [{ gpg_key_id: { $ne: id } }, { status: { $ne: 'verified' as const } }] };
      await commitSignatures.deleteMany({ ...ofKey, ...others });
    } else {
      await commitSignatures.deleteMany(ofKey);
    }
  },
};

function isOfKey(
  event: ForgeEvent<EventTypeOf<FollowedPattern>>,
): event is ForgeEvent<EventTypeOf<'identity.gpg_key.>'>> {
  return event.type.startsWith('identity.gpg_key.');
}
