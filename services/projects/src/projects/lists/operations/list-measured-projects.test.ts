import {
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createMember,
  ids,
  createGroup,
  createProject,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import mongoose, { type Connection, type Model } from 'mongoose';
import { createProjectModel, type ProjectDocument } from '#projects/model/project.model';

describe('measurements of projects', () => {
  const word = unique('measured').replace('-', '');
  let connection: Connection;
  let projects: Model<ProjectDocument>;
  let owner: TestUser;
  let measured: TestProject;
  let other: TestProject;
  let groupId: number;
  beforeAll(async () => {
    const { mongodbUri, databasePrefix } = mesh();
    connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
    projects = createProjectModel(connection);
    owner = await createUser();
    groupId = (await createGroup(owner.api)).id;
    measured = await createProject(owner.api, { name: `1 ${word}`, namespace_id: groupId });
    other = await createProject(owner.api, { name: `2 ${word}`, namespace_id: groupId });
  });
  afterAll(() => connection.close());
  const set = (fields: Partial<ProjectDocument>): Promise<unknown> =>
    projects.updateOne({ _id: measured.id }, { $set: fields });
  const find = async (query: string): Promise<number[]> =>
    ids(await owner.api.get(`/projects?search=${word}&${query}`));

  it('GET /projects?with_programming_language follows the default branch', async () => {
    const commit = async (file: string): Promise<void> => {
      const actions = [{ action: 'create', file_path: file, content: 'x = 1' }];
      const body = { branch: 'master', commit_message: 'Add a file', actions };
      expect((await owner.api.post(`/projects/${measured.id}/repository/commits`, body)).status).toBe(201);
    };
    await commit('a.rb');
    await waitFor(
      () => find('with_programming_language=Ruby'),
      (found) => found.length > 0,
    );
    expect(await find('with_programming_language=rUBY')).toEqual([measured.id]);
    expect(await find('with_programming_language=Rub')).toEqual([]);
    await commit('b.go');
    await waitFor(
      () => find('with_programming_language=Go'),
      (found) => found.length > 0,
    );
    for (const list of [`/groups/${groupId}/projects`, '/projects']) {
      expect(ids(await owner.api.get(`${list}?search=${word}&with_programming_language=go`))).toEqual([measured.id]);
    }
    expect(await find('with_programming_language=')).toEqual([other.id, measured.id]);
    const guest = await createMember(owner.api, `/projects/${measured.id}`, 10);
    const reporter = await createMember(owner.api, `/projects/${measured.id}`, 20);
    const found = async (as: TestUser): Promise<number[]> =>
      ids(await as.api.get(`/projects?search=${word}&with_programming_language=go`));
    expect(await found(guest)).toEqual([]);
    expect(await found(reporter)).toEqual([measured.id]);
    const settings = { visibility: 'public', repository_access_level: 'private' };
    await asRoot().put(`/groups/${groupId}`, { visibility: 'public' });
    expect((await owner.api.put(`/projects/${measured.id}`, settings)).status).toBe(200);
    expect(await found(guest)).toEqual([]);
    expect(await found(reporter)).toEqual([measured.id]);
    expect(await found(await createUser())).toEqual([]);
    expect((await owner.api.put(`/projects/${measured.id}`, { repository_access_level: 'enabled' })).status).toBe(200);
    expect(await found(await createUser())).toEqual([measured.id]);
    // No more measurements run after this point, so the following tests can set the values.
    const { body } = await waitFor(
      () => owner.api.get(`/projects/${measured.id}?statistics=true`),
      (response) => response.body.statistics.commit_count === 2,
    );
    expect(body.statistics.repository_size).toBeGreaterThan(0);
    expect(await projects.findById(measured.id).lean()).toMatchObject({ repository_checksum_failed: false });
  });

  it('GET /projects?repository_checksum_failed and wiki_checksum_failed filter independently', async () => {
    expect(await find('repository_checksum_failed=true')).toEqual([]);
    await set({ repository_checksum_failed: true, wiki_checksum_failed: false });
    await waitFor(
      () => find('repository_checksum_failed=true'),
      (found) => found.length === 1 && found[0] === measured.id,
    );
    expect(await find('repository_checksum_failed=false')).toEqual([other.id]);
    expect(await find('wiki_checksum_failed=true')).toEqual([]);
    expect(await find('wiki_checksum_failed=false')).toEqual([other.id, measured.id]);
  });

  it('statistics=true shows sizes to reporters', async () => {
    await set({ statistics: { commit_count: 3, repository_size: 2_000_000_000, wiki_size: 500 } });
    const path = `/projects/${measured.id}`;
    const { body } = await waitFor(
      () => owner.api.get(`${path}?statistics=true`),
      ({ body: project }) => project.statistics.commit_count === 3,
    );
    const sizes = {
      commit_count: 3,
      storage_size: 2_000_000_500,
      repository_size: 2_000_000_000,
      wiki_size: 500,
      lfs_objects_size: 0,
      job_artifacts_size: 0,
      packages_size: 0,
    };
    expect(body.statistics).toEqual(sizes);
    expect((await owner.api.get(path)).body).not.toHaveProperty('statistics');
    const { commit_count: _commits, packages_size: _packages, ...ofGroup } = sizes;
    const { path: groupPath } = (await owner.api.get(`/groups/${groupId}`)).body;
    const groups = async (as: TestUser['api']): Promise<Record<string, unknown>[]> =>
      (await as.get(`/groups?search=${groupPath}&statistics=true`)).body;
    const [group] = (await groups(asRoot())).filter(({ id }) => id === groupId);
    expect(group).toMatchObject({ statistics: ofGroup });
    for (const each of await groups(owner.api)) expect(each).not.toHaveProperty('statistics');
    const [guest, reporter] = [await createMember(owner.api, path, 10), await createMember(owner.api, path, 20)];
    const projectAs = async (client: TestUser['api'], at: string): Promise<unknown> =>
      (await client.get(`${at}statistics=true`)).body;
    expect(await projectAs(guest.api, `${path}?`)).not.toHaveProperty('statistics');
    expect(await projectAs(reporter.api, `${path}?`)).toMatchObject({ statistics: sizes });
    expect(await projectAs(guest.api, `/projects?search=${word}&`)).not.toMatchObject([{ statistics: sizes }]);
    expect(await projectAs(reporter.api, `/projects?search=${word}&`)).toMatchObject([{ statistics: sizes }]);
    expect(await projectAs(asRoot(), `/projects?search=${word}&simple=true&`)).not.toMatchObject([
      {},
      { statistics: sizes },
    ]);
  });
});
