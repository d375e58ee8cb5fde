/** The JavaScript client, used as its users do. */
import { Gitlab } from '@gitbeaker/rest';
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';

describe('@gitbeaker/rest', () => {
  let user: TestUser;
  let client: InstanceType<typeof Gitlab<false>>;

  beforeAll(async () => {
    user = await createUser();
    client = new Gitlab({ host: mesh().url, token: user.token });
  });

  it('creates groups, subgroups, projects and members', async () => {
    const path = unique('group');
    const group = await client.Groups.create(path, path);
    const subgroup = await client.Groups.create('Sub', 'sub', { parentId: group.id });
    expect(subgroup.full_path).toBe(`${path}/sub`);
    const project = await client.Projects.create({ name: 'Demo', path: 'demo', namespaceId: subgroup.id });
    expect(project.path_with_namespace).toBe(`${path}/sub/demo`);
    expect(await client.Projects.show(`${path}/sub/demo`)).toMatchObject({ id: project.id, name: 'Demo' });

    const other = await createUser();
    const member = await client.ProjectMembers.add(project.id, 30, { userId: other.id } as never);
    expect(member).toMatchObject({ id: other.id, access_level: 30 });
    const members = await client.ProjectMembers.all(project.id, { includeInherited: true });
    expect(members.map(({ username }) => username).sort()).toEqual([user.username, other.username].sort());
    await client.ProjectMembers.remove(project.id, other.id);
    await client.Groups.remove(group.id);
  });

  it('forks, stars, shares and moves a project', async () => {
    const path = unique('forks');
    const group = await client.Groups.create(path, path);
    const source = await client.Projects.create({ name: unique('source'), initializeWithReadme: true });
    const fork = await client.Projects.fork(source.id, { namespaceId: group.id, path: 'copy', name: 'copy' });
    expect(fork).toMatchObject({ path_with_namespace: `${path}/copy`, forked_from_project: { id: source.id } });
    expect((await client.Commits.all(fork.id)).map(({ title }) => title)).toEqual(['Initial commit']);
    expect((await client.Projects.allForks(source.id)).map(({ id }) => id)).toEqual([fork.id]);
    expect(await client.Projects.star(source.id)).toMatchObject({ star_count: 1, forks_count: 1 });
    await client.Projects.share(source.id, group.id, 30);
    expect(await client.Projects.show(source.id)).toMatchObject({
      shared_with_groups: [{ group_id: group.id, group_access_level: 30 }],
    });
    await client.Projects.unshare(source.id, group.id);
    const moved = await client.Groups.create(`${path}-moved`, `${path}-moved`);
    await client.Projects.transfer(fork.id, moved.id);
    expect(await client.Projects.show(fork.id)).toMatchObject({ path_with_namespace: `${path}-moved/copy` });
  });

  it('commits, branches, edits files and reads them back', async () => {
    const project = await client.Projects.create({ name: unique('files'), initializeWithReadme: true });
    const { default_branch: trunk } = project;
    const commit = await client.Commits.create(project.id, trunk, 'Add two files', [
      { action: 'create', filePath: 'a.txt', content: 'a\n' },
      {
        action: 'create',
        filePath: 'dir/b.bin',
        content: Buffer.from([0, 1, 2]).toString('base64'),
        encoding: 'base64',
      },
    ]);
    expect(commit.title).toBe('Add two files');
    const branch = await client.Branches.create(project.id, 'feature/one', trunk);
    expect(branch.commit.id).toBe(commit.id);
    await client.RepositoryFiles.edit(project.id, 'a.txt', 'feature/one', 'A2\n', 'Edit a');
    const file = await client.RepositoryFiles.show(project.id, 'a.txt', 'feature/one');
    expect(Buffer.from(file.content, 'base64').toString()).toBe('A2\n');
    expect(await client.RepositoryFiles.showRaw(project.id, 'dir/b.bin', trunk)).toBeDefined();
    const names = (await client.Branches.all(project.id)).map(({ name }) => name);
    expect(names).toEqual(['feature/one', trunk]);
    const diff = await client.Commits.showDiff(project.id, 'feature/one');
    expect(diff).toMatchObject([{ new_path: 'a.txt', new_file: false }]);
    const compare = await client.Repositories.compare(project.id, trunk, 'feature/one');
    expect(compare.commits).toHaveLength(1);
    const tree = await client.Repositories.allRepositoryTrees(project.id, { recursive: true });
    expect(tree.map(({ path }) => path).sort()).toEqual(['README.md', 'a.txt', 'dir', 'dir/b.bin']);
    await client.Branches.remove(project.id, 'feature/one');
    await client.Projects.remove(project.id);
  });

  it('changes, archives and restores projects', async () => {
    const { id } = await client.Projects.create({ name: unique('changed') });
    await client.Projects.edit(id, { description: 'New', visibility: 'internal' });
    expect(await client.Projects.archive(id)).toMatchObject({ archived: true, description: 'New' });
    const refused = (await client.Branches.create(id, 'late', 'main').catch((thrown: unknown) => thrown)) as {
      cause: { response: Response };
    };
    expect(refused.cause.response.status).toBe(403);
    expect(await client.Projects.unarchive(id)).toMatchObject({ archived: false });
  });

  it('makes several changes in one commit, tags it, and protects branches and tags', async () => {
    const { id } = await client.Projects.create({ name: unique('protected') });
    await client.Commits.create(id, 'main', 'Begin', [
      { action: 'create', filePath: 'a.txt', content: 'a\n' },
      { action: 'create', filePath: 'b.txt', content: 'b\n' },
    ]);
    const commit = await client.Commits.create(id, 'main', 'Go on', [
      { action: 'move', filePath: 'docs/a.txt', previousPath: 'a.txt' },
      { action: 'delete', filePath: 'b.txt' },
      { action: 'create', filePath: 'c.sh', content: 'c\n' },
      { action: 'chmod', filePath: 'c.sh', execute_filemode: true } as never,
    ]);
    const tree = await client.Repositories.allRepositoryTrees(id, { recursive: true });
    expect(tree.map(({ path, mode }) => [path, mode])).toEqual([
      ['c.sh', '100755'],
      ['docs', '040000'],
      ['docs/a.txt', '100644'],
    ]);
    const tag = await client.Tags.create(id, 'v1.0', 'main', { message: 'First' });
    expect(tag).toMatchObject({ name: 'v1.0', message: 'First', commit: { id: commit.id } });
    const protection = await client.ProtectedBranches.create(id, 'release/*', { pushAccessLevel: 40 });
    expect(protection.push_access_levels).toMatchObject([{ access_level: 40 }]);
    await client.ProtectedTags.create(id, 'v*');
    await client.ProtectedBranches.unprotect(id, 'release/*');
    expect((await client.ProtectedBranches.all(id)).map(({ name }) => name)).toEqual(['main']);
    expect((await client.ProtectedTags.all(id)).map(({ name }) => name)).toEqual(['v*']);
  });

  it('keeps hooks, push rules, variables and snippets', async () => {
    const { id } = await client.Projects.create({ name: unique('kept') });
    const url = 'https://hooks.example.com/in';
    const hook = await client.ProjectHooks.add(id, url, { pushEvents: true, token: 'a-secret' });
    expect(await client.ProjectHooks.all(id)).toEqual([
      expect.objectContaining({ id: hook.id, url, push_events: true }),
    ]);
    await client.ProjectHooks.remove(id, hook.id);

    await client.ProjectPushRules.create(id, { commitMessageRegex: '^[A-Z]' });
    await client.ProjectPushRules.edit(id, { maxFileSize: 3 });
    const rule = await client.ProjectPushRules.show(id);
    expect(rule).toMatchObject({ commit_message_regex: '^[A-Z]', max_file_size: 3 });
    const actions = [{ action: 'create' as const, filePath: 'a', content: 'a' }];
    const refused = (await client.Commits.create(id, 'main', 'lower', actions).catch((thrown: unknown) => thrown)) as {
      cause: { description: string };
    };
    expect(refused.cause.description).toBe("Commit message does not follow the pattern '^[A-Z]'");
    await client.ProjectPushRules.remove(id);

    await client.ProjectVariables.create(id, 'KEY', 'one');
    await client.ProjectVariables.edit(id, 'KEY', 'two');
    const variables = await client.ProjectVariables.all(id);
    expect(variables).toMatchObject([{ key: 'KEY', value: 'two', environment_scope: '*' }]);
    await client.ProjectVariables.remove(id, 'KEY');

    const snippet = await client.ProjectSnippets.create(id, 'A script', {
      visibility: 'private',
      fileName: 'a.py',
      content: 'print(2)',
    } as never);
    await client.ProjectSnippets.edit(id, snippet.id as number, { title: 'A better script' } as never);
    expect(await client.ProjectSnippets.show(id, snippet.id as number)).toMatchObject({
      title: 'A better script',
      file_name: 'a.py',
    });
    expect(await client.ProjectSnippets.showContent(id, snippet.id as number)).toBe('print(2)');
  });

  it('walks all pages of a list by offset', async () => {
    const project = await client.Projects.create({ name: unique('pages') });
    const expected: string[] = [];
    for (let index = 0; index < 7; index++) {
      const commit = await client.Commits.create(project.id, 'main', `Commit ${index}`, [
        { action: 'create', filePath: `file-${index}`, content: '' },
      ]);
      expected.unshift(commit.id);
    }
    const commits = await client.Commits.all(project.id, { perPage: 3 });
    expect(commits.map(({ id }) => id)).toEqual(expected);
  });

  it('walks all pages of the projects by key', async () => {
    const owner = await createUser();
    const own = new Gitlab({ host: mesh().url, token: owner.token });
    const expected: number[] = [];
    for (let index = 0; index < 5; index++) expected.push((await own.Projects.create({ name: unique('keyset') })).id);
    const listed = await own.Projects.all({
      owned: true,
      pagination: 'keyset',
      orderBy: 'id',
      sort: 'asc',
      perPage: 2,
    } as never);
    expect(listed.map(({ id }) => id)).toEqual(expected);
  });

  it('receives the documented error message', async () => {
    const error = (await client.Projects.show(999_999_999).catch((thrown: unknown) => thrown)) as {
      cause: { description: string; response: Response };
    };
    expect(error.cause.response.status).toBe(404);
    expect(error.cause.description).toBe('404 Project Not Found');
  });
});
