/** The JavaScript client as its users use it. */
import { Gitlab } from '@gitbeaker/rest';
import { createUser, mesh, unique, type TestUser } from '@forgemesh/kit/testing';

describe('@gitbeaker/rest', () => {
  let user: TestUser;
  let client: InstanceType<typeof Gitlab<false>>;

  beforeAll(async () => {
    user = await createUser();
    client = new Gitlab({ host: mesh().url, token: user.token });
  });

  it('makes groups, subgroups, projects and members', async () => {
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

  it('walks all pages of a list by offset', async () => {
    const project = await client.Projects.create({ name: unique('pages') });
    const wanted: string[] = [];
    for (let index = 0; index < 7; index++) {
      const commit = await client.Commits.create(project.id, 'main', `Commit ${index}`, [
        { action: 'create', filePath: `file-${index}`, content: '' },
      ]);
      wanted.unshift(commit.id);
    }
    const commits = await client.Commits.all(project.id, { perPage: 3 });
    expect(commits.map(({ id }) => id)).toEqual(wanted);
  });

  it('walks all pages of the projects by key', async () => {
    const owner = await createUser();
    const own = new Gitlab({ host: mesh().url, token: owner.token });
    const wanted: number[] = [];
    for (let index = 0; index < 5; index++) wanted.push((await own.Projects.create({ name: unique('keyset') })).id);
    const listed = await own.Projects.all({
      owned: true,
      pagination: 'keyset',
      orderBy: 'id',
      sort: 'asc',
      perPage: 2,
    } as never);
    expect(listed.map(({ id }) => id)).toEqual(wanted);
  });

  it('sees the documented message of a refusal', async () => {
    const error = (await client.Projects.show(999_999_999).catch((thrown: unknown) => thrown)) as {
      cause: { description: string; response: Response };
    };
    expect(error.cause.response.status).toBe(404);
    expect(error.cause.description).toBe('404 Project Not Found');
  });
});
