import { commitFile, createBranchedProject, createMember, createMergeRequest, createUser } from '@forgemesh/testing';

describe('viewed files', () => {
  it('are marked by each user for each version', async () => {
    const owner = await createUser();
    const { path, feature } = await createBranchedProject(owner.api);
    const reader = await createMember(owner.api, path, 20);
    const at = `${path}/merge_requests/${(await createMergeRequest(owner.api, path)).iid}/viewed_files`;
    expect((await reader.api.get(at)).body).toEqual({ head_sha: feature, paths: [] });
    expect(await reader.api.put(at, { path: 'a.txt' })).toMatchObject({
      status: 200,
      body: { head_sha: feature, paths: ['a.txt'] },
    });
    expect((await reader.api.put(at, { path: 'a.txt' })).body.paths).toEqual(['a.txt']);
    expect((await owner.api.get(at)).body.paths).toEqual([]);
    const next = await commitFile(owner.api, path, { branch: 'feature', path: 'b.txt', content: 'b\n' });
    await owner.api.get(at.replace('/viewed_files', ''));
    expect((await reader.api.get(at)).body).toEqual({ head_sha: next, paths: [] });
    expect((await reader.api.get(`${at}?head_sha=${feature}`)).body.paths).toEqual(['a.txt']);
    const removed = { path: 'a.txt', viewed: false, head_sha: feature };
    expect((await reader.api.put(at, removed)).body).toEqual({ head_sha: feature, paths: [] });
  });

  it('are refused for unknown versions and to non-members', async () => {
    const owner = await createUser();
    const { path } = await createBranchedProject(owner.api);
    const at = `${path}/merge_requests/${(await createMergeRequest(owner.api, path)).iid}/viewed_files`;
    expect((await owner.api.put(at, { path: 'a.txt', head_sha: '1'.repeat(40) })).status).toBe(400);
    expect((await owner.api.put(at, {})).body).toEqual({ error: 'path is missing' });
    expect((await (await createUser()).api.get(at)).status).toBe(404);
    expect((await (await createMember(owner.api, path, 10)).api.get(at)).status).toBe(403);
  });
});
