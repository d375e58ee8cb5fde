import { openTestOutbox } from '@forgemesh/testing/runtime';
import { searchFields, type EntityStore } from '@forgemesh/data';
import { createNamespaceModel, type GroupLink, type NamespaceDocument } from '#namespaces/namespace.model';
import { createProjectModel, type ProjectDocument, type ProjectShare } from '#projects/model/project.model';
import { projectDocument } from '#testing/project-document';
import { ShareExpiry } from './share-expiry';

const forever: ProjectShare = { id: 1, group_id: 5, ancestor_ids: [4], group_access: 30, expires_at: null };
const tillThird: ProjectShare = { id: 2, group_id: 7, ancestor_ids: [], group_access: 40, expires_at: '2999-01-03' };

describe('an expiring share', () => {
  let base: Awaited<ReturnType<typeof openTestOutbox>>;
  let projects: EntityStore<ProjectDocument>;
  let namespaces: EntityStore<NamespaceDocument>;
  beforeAll(async () => {
    base = await openTestOutbox();
    projects = base.outbox.store(createProjectModel(base.connection), ({ _id: id }) => ({ id }));
    namespaces = base.outbox.store(createNamespaceModel(base.connection), ({ _id: id }) => ({ id }));
    await base.ensureIndexes();
  });
  afterAll(() => base.close());

  it('gives rights until the day before its expiry date; others remain', async () => {
    await projects.insert(projectDocument({ _id: 1, shared_groups: [forever, tillThird] }));
    let day = '2999-01-02';
    const expiry = new ShareExpiry({ projects, namespaces }, () => day);
    await expiry.removeExpired();
    expect((await projects.find(1))?.access_keys).toEqual(expect.arrayContaining(['s30:5', 's30:4', 's40:7', 'h:7']));
    day = '2999-01-03';
    await Promise.all([expiry.removeExpired(), expiry.removeExpired()]);
    const after = await projects.find(1);
    expect(after?.shared_groups).toEqual([forever]);
    expect(after?.access_keys).toEqual(expect.arrayContaining(['s30:5', 's30:4', 'h:5']));
    expect(after?.access_keys.filter((key) => key.endsWith(':7'))).toEqual([]);
    expect(after?.version).toBe(2);
  });

  it('of a group expires in the same way', async () => {
    const link = (id: number, day: string | null): GroupLink => ({
      group_id: id,
      ancestor_ids: [1],
      group_access: 30,
      expires_at: day,
    });
    const names = { path: 'x', path_lower: 'x', name: 'x', name_lower: 'x', ...searchFields('x', 'x') };
    const group = { kind: 'group', ...names, parent_id: 0, ancestor_ids: [], access_keys: [] };
    const times = { created_at: new Date(), updated_at: new Date() };
    await namespaces.insert({
      ...({ _id: 3, ...group, ...times } as unknown as NamespaceDocument),
      shared_groups: [link(5, null), link(7, '2999-01-03')],
      shared_with_ids: [1, 5, 7],
    });
    const expiry = (day: string) => new ShareExpiry({ projects, namespaces }, () => day);
    await expiry('2999-01-03').removeExpired();
    expect(await namespaces.find(3)).toMatchObject({ shared_groups: [link(5, null)], shared_with_ids: [1, 5] });
    await namespaces.mutate(3, () => ({ set: { shared_groups: [link(5, '2999-01-04')] } }));
    await expiry('2999-01-04').removeExpired();
    const after = await namespaces.find(3);
    expect([after?.shared_groups, after?.shared_with_ids]).toEqual([undefined, undefined]);
  });

  it('is checked for once a day, and again after a failure', async () => {
    await projects.insert(projectDocument({ _id: 2, shared_groups: [tillThird] }));
    const expiry = new ShareExpiry({ projects, namespaces }, () => '2999-01-03');
    const reading = jest.spyOn(projects.model, 'find').mockImplementationOnce(() => {
      throw new Error('away');
    });
    await expect(expiry.removeExpired()).rejects.toThrow('away');
    await expiry.removeExpired();
    await expiry.removeExpired();
    expect(reading).toHaveBeenCalledTimes(2);
    reading.mockRestore();
    expect((await projects.find(2))?.shared_groups).toEqual([]);
  });
});
