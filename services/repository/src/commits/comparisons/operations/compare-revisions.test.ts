import { asRoot, commitFiles, createMember } from '@forgemesh/testing';
import { createRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /projects/:id/repository/compare', () => {
  it('lists the changes since the merge base', async () => {
    const project = await createRepository();
    const one = await commitFiles(
      root,
      `/projects/${project.id}`,
      { one: '1\n' },
      { branch: 'topic', start_branch: 'main', commit_message: 'One' },
    );
    const two = await commitFiles(
      root,
      `/projects/${project.id}`,
      { two: '2\n' },
      { branch: 'topic', commit_message: 'Two' },
    );
    await commitFiles(root, `/projects/${project.id}`, { other: 'o\n' }, { commit_message: 'Other' });
    const compare = async (query: string) => (await root.get(`${project.repository}/compare?${query}`)).body;
    const comparison = await compare('from=main&to=topic');
    expect(comparison).toMatchObject({
      commit: { id: two.id },
      commits: [{ id: one.id }, { id: two.id }],
      compare_timeout: false,
      compare_same_ref: false,
    });
    const paths = (body: { diffs: { new_path: string }[] }) => body.diffs.map(({ new_path }) => new_path);
    expect(paths(comparison)).toEqual(['one', 'two']);
    expect(paths(await compare('from=main&to=topic&straight=true'))).toEqual(['one', 'other', 'two']);
    expect(await compare('from=main&to=main')).toEqual({
      commit: null,
      commits: [],
      diffs: [],
      compare_timeout: false,
      compare_same_ref: true,
    });
    expect(await compare('from=main&to=none')).toEqual({ message: '404 Ref Not Found' });
    expect(await compare('from=main')).toEqual({ error: 'to is missing' });
  });

  it('compares with a revision of another project of the fork network', async () => {
    const source = await createRepository();
    const user = await createMember(root, `/projects/${source.id}`, 20);
    const fork = (await user.api.post(`/projects/${source.id}/fork`)).body as { id: number };
    const repository = `/projects/${fork.id}/repository`;
    await commitFiles(root, `/projects/${source.id}`, { upstream: 'u' }, { commit_message: 'Upstream' });
    const actions = [{ action: 'create', file_path: 'mine', content: 'm' }];
    const mine = { branch: 'mine', start_branch: 'main', commit_message: 'Mine', actions };
    expect((await user.api.post(`${repository}/commits`, mine)).status).toBe(201);
    const query = `from=main&to=mine&from_project_id=${source.id}`;
    const { status, body } = await user.api.get(`${repository}/compare?${query}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { commits: [{ title: 'Mine' }], diffs: [{ new_path: 'mine' }], compare_same_ref: false },
    });
    const back = await user.api.get(`${source.repository}/compare?from=mine&to=main&from_project_id=${fork.id}`);
    expect(back.body).toMatchObject({ commits: [{ title: 'Upstream' }], diffs: [{ new_path: 'upstream' }] });
    const other = await createRepository();
    expect(await root.get(`${repository}/compare?from=main&to=mine&from_project_id=${other.id}`)).toMatchObject({
      status: 400,
      body: { message: `Target project id:${other.id} is not a fork of project id:${fork.id}` },
    });
    expect((await user.api.get(`${repository}/compare?from=main&to=mine&from_project_id=${other.id}`)).status).toBe(
      404,
    );
    await root.delete(`/projects/${source.id}/members/${user.id}`);
    expect((await user.api.get(`${repository}/compare?${query}`)).status).toBe(404);
  });
});
