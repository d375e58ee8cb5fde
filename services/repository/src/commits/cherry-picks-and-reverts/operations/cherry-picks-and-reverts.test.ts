import { asRoot, commitFiles, createMember } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

/** A project whose branch `topic` is one commit ahead of `main`. */
async function createTopic(): Promise<{ project: TestRepository; sha: string }> {
  const project = await createRepository({ file: 'one\n' });
  const author = { author_name: 'Ada', author_email: 'ada@example.com' };
  const fields = { branch: 'topic', start_branch: 'main', commit_message: 'Topic\n\nMore', ...author };
  const { id } = await commitFiles(root, `/projects/${project.id}`, { added: 'a\n' }, fields);
  return { project, sha: id };
}

async function replay(project: TestRepository, sha: string, action: string, branch = 'main', as = root) {
  return as.post(`${project.repository}/commits/${sha}/${action}`, { branch });
}

async function change(project: TestRepository, branch: string, content: string): Promise<string> {
  const actions = [{ action: 'update', file_path: 'file', content }];
  const { body } = await root.post(`${project.repository}/commits`, { branch, commit_message: 'Change', actions });
  return body.id;
}

describe('POST /projects/:id/repository/commits/:sha/cherry_pick', () => {
  it('applies the change with its author', async () => {
    const { project, sha } = await createTopic();
    const { body: original } = await root.get(`${project.repository}/commits/${sha}`);
    await commitFiles(root, `/projects/${project.id}`, { other: 'o' });
    const { body: tip } = await root.get(`${project.repository}/commits/main`);
    const { status, body } = await replay(project, sha, 'cherry_pick');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      parent_ids: [tip.id],
      title: 'Topic',
      message: `Topic\n\nMore\n\n(cherry picked from commit ${sha})`,
      author_name: 'Ada',
      author_email: 'ada@example.com',
      authored_date: original.authored_date,
      committer_name: 'Administrator',
    });
    expect(body).not.toHaveProperty('stats');
    expect((await root.get(`${project.repository}/commits/main`)).body.id).toBe(body.id);
    const { body: files } = await root.get(`${project.repository}/tree?ref=main`);
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['added', 'file', 'other']);
  });

  it('returns the reason of a failure', async () => {
    const { project, sha } = await createTopic();
    expect((await replay(project, sha, 'cherry_pick')).status).toBe(201);
    const message =
      'Sorry, we cannot cherry-pick this commit automatically. This commit may already have been cherry-picked, ' +
      'or a more recent commit may have updated some of its content.';
    expect(await replay(project, sha, 'cherry_pick')).toMatchObject({
      status: 400,
      body: { message, error_code: 'empty' },
    });
    const theirs = await change(project, 'topic', 'theirs\n');
    await change(project, 'main', 'ours\n');
    expect(await replay(project, theirs, 'cherry_pick')).toMatchObject({
      status: 400,
      body: { message, error_code: 'conflict' },
    });
  });

  it('checks in order: permission, commit, branch', async () => {
    const { project, sha } = await createTopic();
    const [reporter, developer] = [
      await createMember(root, `/projects/${project.id}`, 20),
      await createMember(root, `/projects/${project.id}`, 30),
    ];
    const forbidden = {
      status: 403,
      body: { message: '403 Forbidden - You are not allowed to push into this branch' },
    };
    expect(await replay(project, 'none', 'cherry_pick', 'topic', reporter.api)).toMatchObject(forbidden);
    expect(await replay(project, sha, 'cherry_pick', 'main', developer.api)).toMatchObject(forbidden);
    expect(await replay(project, 'none', 'cherry_pick', 'missing')).toMatchObject({
      status: 404,
      body: { message: '404 Commit Not Found' },
    });
    expect(await replay(project, sha, 'cherry_pick', 'a..b')).toMatchObject({
      status: 400,
      body: { message: 'The branch refname is invalid' },
    });
    expect(await replay(project, sha, 'cherry_pick', 'missing', developer.api)).toMatchObject({
      status: 404,
      body: { message: '404 Branch Not Found' },
    });
    expect((await root.post(`${project.repository}/commits/${sha}/cherry_pick`, {})).body).toEqual({
      error: 'branch is missing',
    });
  });
});

describe('POST /projects/:id/repository/commits/:sha/revert', () => {
  it('reverts the change, once', async () => {
    const { project, sha } = await createTopic();
    await commitFiles(root, `/projects/${project.id}`, { other: 'o' }, { branch: 'topic' });
    const { status, body } = await replay(project, sha, 'revert', 'topic');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Revert "Topic"',
      message: `Revert "Topic"\n\nThis reverts commit ${sha}`,
      author_name: 'Administrator',
    });
    const { body: files } = await root.get(`${project.repository}/tree?ref=topic`);
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['file', 'other']);
    expect(await replay(project, sha, 'revert', 'topic')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('already have been reverted'), error_code: 'empty' },
    });
  });

  it('reports a conflict', async () => {
    const { project } = await createTopic();
    const first = await change(project, 'topic', 'first\n');
    await change(project, 'topic', 'second\n');
    expect((await replay(project, first, 'revert', 'topic')).body.error_code).toBe('conflict');
  });
});

describe('GET /projects/:id/repository/commits/:sha/refs', () => {
  it('lists branches and tags', async () => {
    const { project, sha } = await createTopic();
    await root.post(`${project.repository}/tags`, { tag_name: 'v1', ref: 'topic' });
    const refs = async (id: string, query = '') =>
      (await root.get(`${project.repository}/commits/${id}/refs${query}`)).body;
    const [topic, tag] = [
      { type: 'branch', name: 'topic' },
      { type: 'tag', name: 'v1' },
    ];
    expect(await refs(sha)).toEqual([topic, tag]);
    expect(await refs(sha, '?type=tag')).toEqual([tag]);
    expect(await refs('main')).toEqual([{ type: 'branch', name: 'main' }, topic, tag]);
    expect(await refs('main', '?per_page=1&page=2')).toEqual([topic]);
    expect(await refs(sha, '?type=note')).toEqual({ error: 'type does not have a valid value' });
    expect(await refs('none')).toEqual({ message: '404 Commit Not Found' });
  });
});
