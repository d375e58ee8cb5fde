import { connectDatabase } from '@forgemesh/data';
import type { Caller } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import {
  createUser,
  mesh,
  meshCaller,
  createMember,
  createGroup,
  createProject,
  type TestUser,
  type TestGroup,
} from '@forgemesh/testing';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';

const HOUR_MS = 60 * 60 * 1000;
let caller: Caller;
let owner: TestUser;

beforeAll(async () => {
  caller = meshCaller();
  owner = await createUser();
});
afterAll(() => caller.close());

/**
 * Hours until the groups deny access to a user, rounded; null if no group requires two-factor
 * authentication.
 */
async function hoursLeft({ id }: TestUser): Promise<number | null> {
  const client = caller.client(MemberDirectoryServiceDefinition, 'projects');
  const { required_from_ms: time } = await client.getTwoFactorRequirement({ user_id: id });
  return time === 0 ? null : Math.round((time - Date.now()) / HOUR_MS);
}

async function change(collection: string, filter: object, update: object): Promise<void> {
  const { mongodbUri: uri, databasePrefix } = mesh();
  const database = await connectDatabase({
    uri,
    database: `${databasePrefix}_projects`,
    metrics: createMetrics('test'),
  });
  try {
    await database.collection<{ _id: number }>(collection).updateMany(filter, update);
  } finally {
    await database.close();
  }
}

const require2fa = async ({ id }: TestGroup, hours: number, isRequired = true): Promise<void> => {
  const fields = { require_two_factor_authentication: isRequired, two_factor_grace_period: hours };
  expect((await owner.api.put(`/groups/${id}`, fields)).status).toBe(200);
};

const member = (path: string): Promise<TestUser> => createMember(owner.api, path, 30);

describe('MemberDirectoryService.GetTwoFactorRequirement', () => {
  it('applies to members of the group, its ancestors and its subgroups, not to others', async () => {
    const top = await createGroup(owner.api);
    const middle = await createGroup(owner.api, { parent_id: top.id });
    const inner = await createGroup(owner.api, { parent_id: middle.id });
    const beside = await createGroup(owner.api, { parent_id: top.id });
    const project = await createProject(owner.api, { namespace_id: inner.id });
    const guests = await createGroup(owner.api);
    await owner.api.post(`/groups/${middle.id}/share`, { group_id: guests.id, group_access: 30 });
    const [ofTop, ofMiddle, ofInner] = [
      await member(`/groups/${top.id}`),
      await member(`/groups/${middle.id}`),
      await member(`/groups/${inner.id}`),
    ];
    const others = [
      await member(`/groups/${beside.id}`),
      await member(`/projects/${project.id}`),
      await member(`/groups/${guests.id}`),
      await createUser(),
    ];
    for (const user of [ofTop, ofMiddle, ofInner, ...others]) expect(await hoursLeft(user)).toBeNull();
    await require2fa(middle, 24);
    for (const user of [ofTop, ofMiddle, ofInner]) expect(await hoursLeft(user)).toBe(24);
    for (const user of others) expect(await hoursLeft(user)).toBeNull();
    // The earliest end applies.
    await require2fa(inner, 5);
    expect([await hoursLeft(ofTop), await hoursLeft(ofMiddle), await hoursLeft(ofInner)]).toEqual([5, 5, 5]);
    await require2fa(inner, 5, false);
    await change('memberships', { user_id: ofInner.id }, { $set: { expires_at: '2020-01-01' } });
    expect([await hoursLeft(ofTop), await hoursLeft(ofInner)]).toEqual([24, null]);
  });

  it('starts a grace period with the requirement or the membership, whichever is later', async () => {
    const group = await createGroup(owner.api, {
      require_two_factor_authentication: true,
      two_factor_grace_period: 10,
    });
    const user = await member(`/groups/${group.id}`);
    const twoDaysAgo = new Date(Date.now() - 48 * HOUR_MS);
    await change('namespaces', { _id: group.id }, { $set: { two_factor_required_since: twoDaysAgo } });
    expect(await hoursLeft(user)).toBe(10);
    await change('memberships', { user_id: user.id }, { $set: { created_at: twoDaysAgo } });
    expect(await hoursLeft(user)).toBe(-38);
    // A changed grace period is counted from the same start.
    await require2fa(group, 100);
    expect(await hoursLeft(user)).toBe(52);
    await require2fa(group, 10, false);
    expect(await hoursLeft(user)).toBeNull();
    await require2fa(group, 10);
    expect(await hoursLeft(user)).toBe(10);
  });

  it('starts a requirement that an earlier release stored when it is first evaluated', async () => {
    const group = await createGroup(owner.api, {
      require_two_factor_authentication: true,
      two_factor_grace_period: 10,
    });
    const user = await member(`/groups/${group.id}`);
    const dayAgo = new Date(Date.now() - 24 * HOUR_MS);
    await change('memberships', { user_id: user.id }, { $set: { created_at: dayAgo } });
    await change('namespaces', { _id: group.id }, { $unset: { two_factor_required_since: 1 } });
    const client = caller.client(MemberDirectoryServiceDefinition, 'projects');
    const first = await client.getTwoFactorRequirement({ user_id: user.id });
    expect(await hoursLeft(user)).toBe(10);
    expect(await client.getTwoFactorRequirement({ user_id: user.id })).toEqual(first);
  });
});
