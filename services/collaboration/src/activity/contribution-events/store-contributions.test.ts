import { DAY_MS } from '@forgemesh/service/durations';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { createContributionEventModel } from './contribution-event.model';
import { createDeletedOwnerModel, recordDeletedOwners } from './deleted-owner.model';
import { NO_TARGET } from './item-contributions';
import { type NewContribution, storeContributions } from './store-contributions';
import type { ContributionEventsDeps } from './deps';

/** A push of user 5 to project 1. */
function contribution(key: string, fields: Partial<NewContribution> = {}): NewContribution {
  return {
    effect_key: key,
    project_id: 1,
    author_id: 5,
    ...NO_TARGET,
    area: 'repository',
    action: 'pushed',
    created_at: new Date(),
    ...fields,
  };
}

describe('storeContributions', () => {
  let database: Awaited<ReturnType<typeof openTestOutbox>>;
  let deps: ContributionEventsDeps;
  const listProjectProfiles = jest.fn();
  const listUserProfiles = jest.fn();

  beforeAll(async () => {
    database = await openTestOutbox();
    const { connection, sequences } = database;
    deps = {
      contributionEvents: createContributionEventModel(connection),
      deletedOwners: createDeletedOwnerModel(connection),
      sequences,
      clients: { directory: { listProjectProfiles }, users: { listUserProfiles } },
    } as unknown as ContributionEventsDeps;
    await deps.contributionEvents.createIndexes();
  });
  beforeEach(() => jest.clearAllMocks());
  afterAll(() => database.close());

  const storedKeys = async (): Promise<string[]> =>
    (await deps.contributionEvents.find().sort({ effect_key: 1 }).lean()).map(({ effect_key: key }) => key);

  it('asks no other service about recent events', async () => {
    await storeContributions(deps, [contribution('a'), contribution('b', { project_id: 2 })]);
    expect(await storedKeys()).toEqual(['a', 'b']);
    expect(listProjectProfiles).not.toHaveBeenCalled();
    expect(listUserProfiles).not.toHaveBeenCalled();
  });

  it('removes the events of a project whose deletion was handled before', async () => {
    await recordDeletedOwners(deps.deletedOwners, 'project', [2]);
    // An event of the deletion may be delivered twice.
    await recordDeletedOwners(deps.deletedOwners, 'project', [2]);
    await storeContributions(deps, [contribution('c', { project_id: 2 }), contribution('d')]);
    expect(await storedKeys()).toEqual(['a', 'd']);
  });

  it('removes new events of a deleted user', async () => {
    await recordDeletedOwners(deps.deletedOwners, 'user', [5]);
    await storeContributions(deps, [contribution('e'), contribution('f', { author_id: 6 })]);
    // Those from before are reassigned by the consumer of the deletion.
    expect(await storedKeys()).toEqual(['a', 'd', 'f']);
  });

  it('asks the owners about older events, whose deletion may not be recorded', async () => {
    listProjectProfiles.mockResolvedValue({ projects: [{ id: 3 }] });
    listUserProfiles.mockResolvedValue({ users: [{ id: 6 }] });
    const old = { author_id: 6, created_at: new Date(Date.now() - DAY_MS) };
    await storeContributions(deps, [
      contribution('g', { ...old, project_id: 3 }),
      contribution('h', { ...old, project_id: 4 }),
      contribution('i', { ...old, project_id: 3, author_id: 7 }),
    ]);
    expect(listProjectProfiles).toHaveBeenCalledWith({ ids: [3, 4] });
    expect(await storedKeys()).toEqual(['a', 'd', 'f', 'g']);
  });
});
