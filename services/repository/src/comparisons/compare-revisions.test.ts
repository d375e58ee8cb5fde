import { asRoot } from '@forgemesh/kit/testing';
import { commit, makeRepository } from '../testing/fixtures';

const root = asRoot();

describe('GET /projects/:id/repository/compare', () => {
  it('tells what is new since the branches parted', async () => {
    const project = await makeRepository();
    const one = await commit(project, { one: '1\n' }, { branch: 'topic', start_branch: 'main', commit_message: 'One' });
    const two = await commit(project, { two: '2\n' }, { branch: 'topic', commit_message: 'Two' });
    await commit(project, { other: 'o\n' }, { commit_message: 'Other' });
    const compare = async (query: string) => (await root.get(`${project.repository}/compare?${query}`)).body;
    const news = await compare('from=main&to=topic');
    expect(news).toMatchObject({
      commit: { id: two.id },
      commits: [{ id: one.id }, { id: two.id }],
      compare_timeout: false,
      compare_same_ref: false,
    });
    const paths = (body: { diffs: { new_path: string }[] }) => body.diffs.map(({ new_path }) => new_path);
    expect(paths(news)).toEqual(['one', 'two']);
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
});
