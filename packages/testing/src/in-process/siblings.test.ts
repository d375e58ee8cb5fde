import { createCaller, createSigner, LocalServices, type Caller } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { makeTestKeys } from '../runtime';
import { Siblings } from './siblings';
import { emptyResponse, stubRpc } from './rpc-stub';

const { listProjectLevels, listProjectGroups } = MemberDirectoryServiceDefinition;

describe('stubs for the RPCs of other services', () => {
  const callers: Caller[] = [];
  afterAll(() => callers.forEach((caller) => caller.close()));

  async function clientOf(siblings: Siblings, issuer = 'approvals') {
    const keys = await makeTestKeys(issuer);
    const services = new LocalServices();
    services.declare('projects');
    services.set('projects', siblings.server('projects'));
    const caller = createCaller({
      addresses: {},
      signer: createSigner(issuer, keys.signingKey(issuer)),
      metrics: createMetrics(issuer),
      local: { services, issuer },
    });
    callers.push(caller);
    return caller.client(MemberDirectoryServiceDefinition, 'projects');
  }

  it('respond to the services that may call them', async () => {
    const levels = [{ user_id: 3, level: 30 }];
    const siblings = new Siblings([
      stubRpc(listProjectLevels, ({ user_ids: [id = 0] }) => ({
        levels: levels.filter(({ user_id }) => user_id === id),
      })),
    ]);
    const client = await clientOf(siblings);
    expect(await client.listProjectLevels({ project_id: 1, user_ids: [3] })).toEqual({ levels });
    const stranger = await clientOf(siblings, 'settings');
    await expect(stranger.listProjectLevels({ project_id: 1, user_ids: [3] })).rejects.toMatchObject({
      reason: 'forbidden',
    });
    siblings.assertExpectedCalls();
  });

  it('fail if the response is not complete', async () => {
    const siblings = new Siblings([stubRpc(listProjectLevels, () => ({ levels: [{ user_id: 3 }] }) as never)]);
    const client = await clientOf(siblings);
    await expect(client.listProjectLevels({})).rejects.toMatchObject({ reason: 'internal' });
  });

  it('are named if they are missing', async () => {
    const siblings = new Siblings([stubRpc(listProjectLevels, () => emptyResponse(listProjectLevels))]);
    const client = await clientOf(siblings);
    expect(await client.listProjectLevels({})).toEqual({ levels: [] });
    await expect(client.listProjectGroups({})).rejects.toMatchObject({ reason: 'internal' });
    expect(() => siblings.assertExpectedCalls()).toThrow(`The suite has no stub for ${listProjectGroups.path}`);
    siblings.assertExpectedCalls();
  });
});
