import type { EventType } from '@forgemesh/events';
import { unique, waitFor } from '@forgemesh/testing';
import { emptyResponse, stubRpc, startInProcess } from '@forgemesh/testing/in-process';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { ExternalIdentityServiceDefinition } from '@forgemesh/proto/identity/v1/external_identity';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { KeyDirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/key_directory';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { SshKeyHolderServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import { type User, UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { parseSshKey } from './credentials/ssh-keys/parse-ssh-key';
import { identity } from './service';
import { newGpgKey, newSshKey } from './testing/new-keys';

const service = startInProcess(identity, {
  siblings: [
    stubRpc(SettingsServiceDefinition.getSettings, () => ({
      ...emptyResponse(SettingsServiceDefinition.getSettings),
      minimum_password_length: 8,
    })),
    stubRpc(NamespaceClaimServiceDefinition.claimNamespace, ({ user_id }) => ({ namespace_id: user_id })),
    stubRpc(NamespaceClaimServiceDefinition.confirmNamespace, () => ({})),
  ],
  environment: { FORGE_PASSWORD_COST: '1024' },
});

const root = { user: { id: 1, username: 'root', name: 'Administrator', admin: true, external: false } };
const asUser = ({ id, username, name }: User) => ({ user: { id, username, name, admin: false, external: false } });

type UserFields = Parameters<ReturnType<typeof usersAsRoot>['createUser']>[0];
const usersAsRoot = () => service.as(root, UserServiceDefinition);

function createUser(fields: UserFields = {}): Promise<User> {
  const username = unique('user');
  return usersAsRoot().createUser({
    username,
    name: `Name of ${username}`,
    email: `${username}@example.com`,
    password: 'a-long-password-1',
    skip_confirmation: true,
    ...fields,
  });
}

const addEmail = ({ id }: User, email: string, skip_confirmation = false) =>
  service.as(root, EmailServiceDefinition).createUserEmail({ id, email, skip_confirmation });

describe('SshKeyHolderService.GetSshKeyHolder', () => {
  it('finds keys until they expire', async () => {
    const user = await createUser();
    const keys = service.as(asUser(user), SshKeyServiceDefinition);
    const holders = service.asService('gateway', SshKeyHolderServiceDefinition);
    const add = async (expires_at: string): Promise<() => Promise<unknown>> => {
      const key = newSshKey();
      await keys.createSshKey({ title: 'Laptop', key, expires_at });
      const fingerprint_sha256 = parseSshKey(key)?.fingerprint_sha256 ?? '';
      return () =>
        holders.getSshKeyHolder({ fingerprint_sha256, address: '' }).then(
          (holder) => holder.user?.id,
          (error: { reason: string }) => error.reason,
        );
    };
    const lasting = await add('2999-12-31T00:00:00.000Z');
    const passing = await add(new Date(Date.now() + 500).toISOString());
    expect(await waitFor(passing, (found) => found === 'not_found')).toBe('not_found');
    expect(await lasting()).toBe(user.id);
  });
});

describe('ExternalIdentityService.GetExternalIdentities', () => {
  it('returns the primary email address and the identities', async () => {
    const { id, username } = await createUser();
    const identities = service.asService('projects', ExternalIdentityServiceDefinition);
    const email = `${username}@example.com`;
    expect(await identities.getExternalIdentities({ user_id: id })).toEqual({ email, identities: [] });
    const external = { provider: 'ldapmain', extern_uid: unique('CN=Ada') };
    await usersAsRoot().updateUser({ id, ...external });
    expect(await identities.getExternalIdentities({ user_id: id })).toEqual({ email, identities: [external] });
  });

  it('fails for a user who does not exist', async () => {
    const identities = service.asService('projects', ExternalIdentityServiceDefinition);
    await expect(identities.getExternalIdentities({ user_id: 999_999_999 })).rejects.toMatchObject({
      reason: 'not_found',
    });
  });
});

describe('DirectoryService.ListUserProfiles', () => {
  const directory = () => service.asService('projects', DirectoryServiceDefinition);

  async function idsOf(request: { ids?: number[]; usernames?: string[]; emails?: string[] }): Promise<number[]> {
    const { users } = await directory().listUserProfiles(request);
    return users.map(({ id }) => id).sort();
  }

  it('finds users by id, username and email, ignoring case, each once', async () => {
    const [first, second] = await Promise.all([createUser(), createUser()]);
    const ids = [first.id, second.id].sort();
    expect(
      await idsOf({ ids: [first.id, 999_999_999], usernames: [first.username, second.username.toUpperCase()] }),
    ).toEqual(ids);
    expect(await idsOf({ emails: [`${second.username}@EXAMPLE.com`] })).toEqual([second.id]);
    expect(await idsOf({})).toEqual([]);
  });

  it('does not find users by unconfirmed emails', async () => {
    const email = `${unique('mail')}@example.com`;
    const user = await createUser({ email, skip_confirmation: false });
    expect(await idsOf({ emails: [email] })).toEqual([]);
    expect(await idsOf({ ids: [user.id] })).toEqual([user.id]);
  });

  it('finds users by confirmed secondary emails', async () => {
    const user = await createUser();
    const [confirmed, other] = [`${unique('Mail')}@example.com`, `${unique('mail')}@example.com`];
    await addEmail(user, confirmed, true);
    await addEmail(user, other);
    expect(await idsOf({ emails: [confirmed.toUpperCase()] })).toEqual([user.id]);
    expect(await idsOf({ emails: [other] })).toEqual([]);
    const { users } = await directory().listUserProfiles({ ids: [user.id] });
    expect(users[0]?.verified_emails).toEqual([`${user.username}@example.com`, confirmed.toLowerCase()]);
  });

  it('contains the fields that other services need', async () => {
    const user = await createUser({ external: true, private_profile: true });
    const { users } = await directory().listUserProfiles({ ids: [user.id] });
    expect(users[0]).toMatchObject({
      username: user.username,
      state: 'active',
      avatar_url: undefined,
      web_url: `http://forge.example.com/${user.username}`,
      email: `${user.username}@example.com`,
      external: true,
      can_create_group: false,
      private_profile: true,
      version: 1,
    });
  });
});

describe('KeyDirectoryService.ListGpgKeys', () => {
  const find = async (...keyIds: string[]) =>
    (await service.asService('repository', KeyDirectoryServiceDefinition).listGpgKeys({ key_ids: keyIds })).gpg_keys;

  it('finds a key by primary key, subkey and fingerprint, with data of its user', async () => {
    const user = await createUser();
    const keys = service.as(asUser(user), GpgKeyServiceDefinition);
    const further = `${unique('Further')}@example.com`;
    await addEmail(user, further, true);
    await addEmail(user, `${unique('unconfirmed')}@example.com`);
    const { publicKey, keyId, subkeyId, fingerprint } = await newGpgKey(further);
    const { id } = await keys.createGpgKey({ key: publicKey });
    const facts = {
      id,
      user_id: user.id,
      key: publicKey,
      fingerprint,
      primary_keyid: keyId,
      subkey_ids: [subkeyId],
      user_ids: [{ name: 'Some Body', email: further }],
      verified_emails: [`${user.username}@example.com`, further.toLowerCase()],
      user_state: 'active',
    };
    expect(await find(keyId.toLowerCase())).toEqual([facts]);
    expect(await find(subkeyId, keyId)).toEqual([facts]);
    expect(await find(fingerprint, 'FFFFFFFFFFFFFFFF')).toEqual([facts]);
    await keys.deleteGpgKey({ key_id: id });
    expect(await find(keyId)).toEqual([]);
    expect(await find()).toEqual([]);
  });
});

describe('events of keys and emails', () => {
  /** Fields without a value are null in events. */
  const withNulls = (message: object) =>
    Object.fromEntries(Object.entries(message).map(([name, value]: [string, unknown]) => [name, value ?? null]));

  it('report additions and removals', async () => {
    const user = await createUser();
    const { publicKey, keyId, subkeyId } = await newGpgKey('one@example.com');
    const eventOf = <Type extends EventType>(type: Type) => service.published(type, ({ actor }) => actor === user.id);
    const gpgKeys = service.as(asUser(user), GpgKeyServiceDefinition);
    const { id } = await gpgKeys.createGpgKey({ key: publicKey });
    const entity = {
      id,
      user_id: user.id,
      primary_keyid: keyId,
      subkey_ids: [subkeyId],
      user_ids: [{ name: 'Some Body', email: 'one@example.com' }],
    };
    expect((await eventOf('identity.gpg_key.created')).data.entity).toMatchObject(entity);
    await gpgKeys.deleteGpgKey({ key_id: id });
    expect((await eventOf('identity.gpg_key.deleted')).data.entity).toMatchObject(entity);
    const again = await gpgKeys.createGpgKey({ key: publicKey });
    await gpgKeys.revokeGpgKey({ key_id: again.id });
    expect((await eventOf('identity.gpg_key.revoked')).data.entity).toMatchObject({ ...entity, id: again.id });

    const sshKeys = service.as(asUser(user), SshKeyServiceDefinition);
    const ssh = await sshKeys.createSshKey({ title: 'one', key: newSshKey() });
    await sshKeys.deleteSshKey({ key_id: ssh.id });
    const sshKey = { ...withNulls(ssh), user_id: user.id };
    expect((await eventOf('identity.ssh_key.created')).data.entity).toMatchObject(sshKey);
    expect((await eventOf('identity.ssh_key.deleted')).data.entity).toMatchObject(sshKey);

    const emails = service.as(asUser(user), EmailServiceDefinition);
    const email = await emails.createEmail({ email: `${unique('mail')}@example.com` });
    await emails.deleteEmail({ email_id: email.id });
    for (const type of ['identity.email.created', 'identity.email.deleted'] as const)
      expect((await eventOf(type)).data).toMatchObject({
        entity: { id: user.id },
        changes: { email: withNulls(email) },
      });
  });
});
