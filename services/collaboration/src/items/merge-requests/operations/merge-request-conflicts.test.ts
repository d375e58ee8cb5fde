import {
  borrowMember,
  borrowUser,
  commitFile,
  create,
  createBranchedProject,
  createMergeRequest,
  createUser,
  type TestUser,
} from '@forgemesh/testing';

interface Conflicted {
  path: string;
  url: string;
  main: string;
  feature: string;
}

let owner: TestUser;
beforeAll(async () => {
  owner = await createUser();
});

/** A merge request whose branches both added `a.txt`. */
async function createConflict(fields: object = {}): Promise<Conflicted> {
  const { path, feature } = await createBranchedProject(owner.api, fields);
  const { iid } = await createMergeRequest(owner.api, path);
  const main = await commitFile(owner.api, path, { branch: 'main', path: 'a.txt', content: 'main\n' });
  return { path, url: `${path}/merge_requests/${iid}`, main, feature };
}

describe('GET /projects/:id/merge_requests/:merge_request_iid/conflicts', () => {
  it('lists the files in conflict with the lines of both branches', async () => {
    const { path, url, main, feature } = await createConflict();
    const { status, body } = await owner.api.get(`${url}/conflicts`);
    expect(status).toBe(200);
    expect(body).toEqual({
      source_branch: 'feature',
      target_branch: 'main',
      source_sha: feature,
      target_sha: main,
      can_push: true,
      can_resolve: true,
      commit_message: "Merge branch 'main' into 'feature'",
      files_count: 1,
      files: [
        {
          path: 'a.txt',
          kind: 'text',
          resolutions: ['side', 'sections', 'content'],
          our_mode: '100644',
          their_mode: '100644',
          sections: [{ id: '1', ours: 'a\n', theirs: 'main\n', our_line: 1, their_line: 1 }],
        },
      ],
    });
    const reporter = await borrowMember(owner.api, path, 20);
    expect((await reporter.api.get(`${url}/conflicts`)).body).toMatchObject({ can_push: false });
    const guest = await borrowMember(owner.api, path, 10);
    expect((await guest.api.get(`${url}/conflicts`)).status).toBe(403);
    expect((await (await borrowUser()).api.get(`${url}/conflicts`)).status).toBe(404);
    expect((await owner.api.get(`${path}/merge_requests/999/conflicts`)).status).toBe(404);
  });

  it('is empty without conflicts and refused for requests that are not open', async () => {
    const { path } = await createBranchedProject(owner.api);
    const { iid } = await createMergeRequest(owner.api, path);
    const url = `${path}/merge_requests/${iid}`;
    expect((await owner.api.get(`${url}/conflicts`)).body).toMatchObject({
      files_count: 0,
      files: [],
      can_resolve: true,
    });
    await owner.api.put(url, { state_event: 'close' });
    expect(await owner.api.get(`${url}/conflicts`)).toMatchObject({
      status: 409,
      body: { message: 'Merge request is not open' },
    });
    const missing = await createMergeRequest(owner.api, path, { source_branch: 'missing' });
    expect(await owner.api.get(`${path}/merge_requests/${missing.iid}/conflicts`)).toMatchObject({
      status: 409,
      body: { message: 'Source branch does not exist' },
    });
  });
});

describe('POST /projects/:id/merge_requests/:merge_request_iid/conflicts', () => {
  const choice = { path: 'a.txt', sections: [{ id: '1', side: 'theirs' }] };

  it('merges the target into the source branch in the name of the caller', async () => {
    const { path, url, main, feature } = await createConflict();
    const member = await borrowMember(owner.api, path, 30);
    const { status, body } = await member.api.post(`${url}/conflicts`, {
      source_sha: feature,
      target_sha: main,
      commit_message: 'Merge main',
      files: [choice],
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { has_conflicts: false, merge_status: 'can_be_merged' },
    });
    const commit = (await owner.api.get(`${path}/repository/commits/${body.sha}`)).body;
    expect(commit).toMatchObject({
      parent_ids: [feature, main],
      message: 'Merge main',
      author_name: (await member.api.get('/user')).body.name,
    });
    expect((await owner.api.get(`${path}/repository/files/a.txt/raw?ref=feature`)).body).toBe('main\n');
    expect((await owner.api.get(`${url}/versions`)).body).toHaveLength(2);
  });

  it('takes a side or new content, too', async () => {
    const written = await createConflict();
    const content = { path: 'a.txt', content: 'both\n' };
    const { url, path } = written;
    const tips = { source_sha: written.feature, target_sha: written.main };
    expect((await owner.api.post(`${url}/conflicts`, { ...tips, files: [content] })).status).toBe(200);
    expect((await owner.api.get(`${path}/repository/files/a.txt/raw?ref=feature`)).body).toBe('both\n');
    const { body } = await owner.api.get(`${path}/repository/commits/feature`);
    expect(body.title).toBe("Merge branch 'main' into 'feature'");
  });

  it('refuses resolutions that do not cover the conflicts', async () => {
    const { url, main, feature } = await createConflict();
    const post = async (files: object[]): Promise<{ status: number; body: unknown }> =>
      owner.api.post(`${url}/conflicts`, { source_sha: feature, target_sha: main, files });
    const refusal = (message: string): object => ({ status: 400, body: { message } });
    expect(await post([{ path: 'b.txt', side: 'ours' }])).toMatchObject(
      refusal('The conflict in a.txt is not resolved'),
    );
    expect(await post([choice, { path: 'b.txt', side: 'ours' }])).toMatchObject(refusal('b.txt is not in conflict'));
    expect(await post([{ path: 'a.txt', sections: [{ id: '2', side: 'ours' }] }])).toMatchObject(
      refusal('a.txt has no conflict 2'),
    );
    expect(await post([choice, choice])).toMatchObject({ status: 400, body: { error: 'files[path] has a.txt twice' } });
    const exactlyOne = { error: 'files needs exactly one of side, content, sections for each path' };
    expect(await post([{ path: 'a.txt' }])).toMatchObject({ status: 400, body: exactlyOne });
    expect(await post([{ ...choice, side: 'ours' }])).toMatchObject({ status: 400, body: exactlyOne });
    expect((await post([{ path: 'a.txt', side: 'mine' }])).status).toBe(400);
    expect((await post([])).status).toBe(400);
  });

  it('refuses branches that have moved, and callers who may not push', async () => {
    const { path, url, main, feature } = await createConflict();
    const input = { source_sha: feature, target_sha: main, files: [choice] };
    const reporter = await borrowMember(owner.api, path, 20);
    expect(await reporter.api.post(`${url}/conflicts`, input)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Cannot push to source branch' },
    });
    expect((await (await borrowUser()).api.post(`${url}/conflicts`, input)).status).toBe(404);
    const moved = { status: 409, body: { message: 'A branch has moved since the conflicts were listed' } };
    expect(await owner.api.post(`${url}/conflicts`, { ...input, target_sha: feature })).toMatchObject(moved);
    expect(await owner.api.post(`${url}/conflicts`, { ...input, source_sha: main })).toMatchObject(moved);
    await commitFile(owner.api, path, { branch: 'feature', path: 'b.txt', content: 'b\n' });
    expect(await owner.api.post(`${url}/conflicts`, input)).toMatchObject(moved);
    await owner.api.put(url, { state_event: 'close' });
    expect(await owner.api.post(`${url}/conflicts`, input)).toMatchObject({
      status: 409,
      body: { message: 'Merge request is not open' },
    });
  });

  it('applies push rules', async () => {
    const { path, url, main, feature } = await createConflict();
    await create(owner.api, `${path}/push_rule`, { commit_message_regex: '^JIRA-' });
    const input = { source_sha: feature, target_sha: main, files: [choice] };
    const { status, body } = await owner.api.post(`${url}/conflicts`, input);
    expect({ status, body }).toMatchObject({ status: 400 });
    expect(body.message).toContain('The merge was not pushed');
    expect((await owner.api.post(`${url}/conflicts`, { ...input, commit_message: 'JIRA-1 merge' })).status).toBe(200);
  });

  it('resolves in the fork of a contributor', async () => {
    const { path, project } = await createBranchedProject(owner.api, { visibility: 'public' });
    const user = await createUser();
    const fork = await create(user.api, `${path}/fork`, {});
    const source_sha = await commitFile(user.api, `/projects/${fork.id}`, {
      branch: 'patch',
      path: 'c.txt',
      content: 'c\n',
      start_branch: 'main',
    });
    const target_sha = await commitFile(owner.api, path, { branch: 'main', path: 'c.txt', content: 'main\n' });
    const { iid } = await create(user.api, `/projects/${fork.id}/merge_requests`, {
      title: 'x',
      source_branch: 'patch',
      target_branch: 'main',
      target_project_id: project.id,
    });
    const url = `${path}/merge_requests/${iid}/conflicts`;
    const input = { source_sha, target_sha, files: [{ path: 'c.txt', side: 'ours' }] };
    expect((await owner.api.post(url, input)).status).toBe(403);
    expect((await user.api.get(url)).body).toMatchObject({ can_push: true, files_count: 1 });
    expect((await user.api.post(url, input)).body).toMatchObject({ has_conflicts: false });
    expect((await user.api.get(`/projects/${fork.id}/repository/files/c.txt/raw?ref=patch`)).body).toBe('c\n');
  });
});
