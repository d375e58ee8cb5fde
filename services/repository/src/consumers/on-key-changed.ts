import type { EventConsumer } from '@forgemesh/kit';
import type { Repositories } from '../service';

interface ChangedKey {
  primary_keyid: string;
  subkey_ids?: string[];
}

/** Drops the verifications that a change of keys or emails may have made wrong; the next question verifies anew. */
export const onKeyChanged: EventConsumer<Repositories> = {
  name: 'repository-signatures',
  events: ['identity.gpg_key.>', 'identity.email.>', 'identity.user.updated', 'identity.user.deleted'],
  from: 'all',
  async handle({ type, subject, data }, { commitSignatures }) {
    if (type.startsWith('identity.gpg_key.')) {
      const { primary_keyid, subkey_ids = [] } = data.entity as unknown as ChangedKey;
      await commitSignatures.deleteMany({ key_id: { $in: [primary_keyid, ...subkey_ids] } });
    } else {
      await commitSignatures.deleteMany({ user_id: Number(subject) });
    }
  },
};
