/** Events of keys and emails, on which consumers with verified signatures depend. */
import type { EventBus, ForgeEvent } from '@forgemesh/events';
import { createUser, waitFor, mesh, unique } from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';
import { newGpgKey, newSshKey } from './new-keys';

const events: ForgeEvent[] = [];
let bus: EventBus;

beforeAll(async () => {
  ({ bus } = openTestBus(mesh().natsUrl));
  await waitFor(() => Promise.resolve(bus.isConnected()), Boolean);
  const connection = bus.connection()!;
  connection.subscribe('identity.>', { callback: (_error, message) => void events.push(message.json<ForgeEvent>()) });
  await connection.flush();
});

afterAll(() => bus.close());

function eventOf(actor: number, type: string): Promise<ForgeEvent | undefined> {
  return waitFor(
    () => Promise.resolve(events.find((event) => event.actor === actor && event.type === type)),
    (event) => event !== undefined,
  );
}

describe('identity.gpg_key, identity.ssh_key, identity.email', () => {
  it('report additions and removals', async () => {
    const { id, api } = await createUser();
    const { publicKey, keyId, subkeyId } = await newGpgKey('one@example.com');
    const gpg = (await api.post('/user/gpg_keys', { key: publicKey })).body;
    const entity = {
      id: gpg.id,
      user_id: id,
      primary_keyid: keyId,
      subkey_ids: [subkeyId],
      user_ids: [{ name: 'Some Body', email: 'one@example.com' }],
    };
    expect((await eventOf(id, 'identity.gpg_key.created'))?.data.entity).toMatchObject(entity);
    await api.delete(`/user/gpg_keys/${gpg.id}`);
    expect((await eventOf(id, 'identity.gpg_key.deleted'))?.data.entity).toMatchObject(entity);
    const again = (await api.post('/user/gpg_keys', { key: publicKey })).body;
    await api.post(`/user/gpg_keys/${again.id}/revoke`);
    expect((await eventOf(id, 'identity.gpg_key.revoked'))?.data.entity).toMatchObject({ ...entity, id: again.id });

    const ssh = (await api.post('/user/keys', { title: 'one', key: newSshKey() })).body;
    await api.delete(`/user/keys/${ssh.id}`);
    expect((await eventOf(id, 'identity.ssh_key.created'))?.data.entity).toMatchObject({ ...ssh, user_id: id });
    expect((await eventOf(id, 'identity.ssh_key.deleted'))?.data.entity).toMatchObject({ ...ssh, user_id: id });

    const email = (await api.post('/user/emails', { email: `${unique('mail')}@example.com` })).body;
    await api.delete(`/user/emails/${email.id}`);
    for (const type of ['identity.email.created', 'identity.email.deleted']) {
      expect((await eventOf(id, type))?.data).toMatchObject({ entity: { id }, changes: { email } });
    }
  });
});
