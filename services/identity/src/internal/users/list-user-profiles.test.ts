import type { Caller } from '@forgemesh/rpc';
import { asRoot, createUser, mesh, meshCaller, unique } from '@forgemesh/testing';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';

let caller: Caller;

beforeAll(() => {
  caller = meshCaller();
});

afterAll(() => caller.close());

async function idsOf(request: { ids?: number[]; usernames?: string[]; emails?: string[] }): Promise<number[]> {
  const { users } = await caller.client(DirectoryServiceDefinition, 'identity').listUserProfiles(request);
  return users.map(({ id }) => id).sort();
}

describe('DirectoryService.ListUserProfiles', () => {
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
    await asRoot().post(`/users/${user.id}/emails`, { email: confirmed, skip_confirmation: true });
    await asRoot().post(`/users/${user.id}/emails`, { email: other });
    expect(await idsOf({ emails: [confirmed.toUpperCase()] })).toEqual([user.id]);
    expect(await idsOf({ emails: [other] })).toEqual([]);
    const { users } = await caller.client(DirectoryServiceDefinition, 'identity').listUserProfiles({ ids: [user.id] });
    expect(users[0]?.verified_emails).toEqual([`${user.username}@example.com`, confirmed.toLowerCase()]);
  });

  it('contains the fields that other services need', async () => {
    const user = await createUser({ external: true, private_profile: true });
    const { users } = await caller.client(DirectoryServiceDefinition, 'identity').listUserProfiles({ ids: [user.id] });
    expect(users[0]).toMatchObject({
      username: user.username,
      state: 'active',
      avatar_url: undefined,
      web_url: `${mesh().url}/${user.username}`,
      email: `${user.username}@example.com`,
      external: true,
      can_create_group: false,
      private_profile: true,
      version: 1,
    });
  });
});
