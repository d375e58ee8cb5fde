/** The Python client as a library and a command line, the library with both token types. */
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import { hasPython, pythonGitlab, type PythonGitlab } from '../support/clients/python-gitlab';

// Python is not installed for the suites.
(hasPython ? describe : describe.skip)('python-gitlab', () => {
  let user: TestUser;
  let gitlab: PythonGitlab;
  let project: string;
  let ofProject: [string, string];

  beforeAll(async () => {
    user = await createUser();
    gitlab = await pythonGitlab(mesh().url, user.token);
    const created = await gitlab.cli('project', 'create', '--name', unique('python'), '--default-branch', 'main');
    project = String((created as { id: number }).id);
    ofProject = ['--project-id', project];
  });

  it.each([
    ['a token of 20 characters', 'private_token', () => mesh().rootToken],
    ['a token of 20 characters as a bearer', 'oauth_token', () => mesh().rootToken],
    ['a token with a prefix', 'private_token', () => user.token],
    ['a token with a prefix as a bearer', 'oauth_token', () => user.token],
  ])('works as a library with %s', async (_, carrier, token) => {
    expect(await gitlab.program('scenario.py', mesh().url, carrier, token(), unique('library'))).toEqual({
      diff: [
        ['README.md', false, false],
        ['b.txt', true, false],
        ['docs/a.txt', false, true],
        ['src/one.py', false, false],
        ['two.bin', false, false],
      ],
      raw: 'print(1)',
      commits: 2,
      branches: ['feature/one', 'main'],
      tag: ['v1.0', 'First'],
      protected: ['main', 'release/*'],
      refusal: [400, "Commit message does not follow the pattern '^[A-Z]'"],
      rules: [3, 'c'],
      variables: [['KEY', 'two']],
      hooks: [['https://hooks.example.com/in', true]],
      snippet: 'print(2)',
      fork: [true, true, 1, 1, 1],
      stars: 1,
      shared: [[true, 20]],
      moved: true,
      archived: [true, 403, false],
      pages: [[3, 2, 2], 5],
      deleted: 404,
    });
  });

  it('changes a project', async () => {
    await gitlab.cli('project', 'update', '--id', project, '--description', 'New', '--visibility', 'internal');
    const path = (await gitlab.cli('project', 'get', '--id', project)) as { path_with_namespace: string };
    expect(await gitlab.cli('project', 'get', '--id', path.path_with_namespace)).toMatchObject({
      id: Number(project),
      description: 'New',
      visibility: 'internal',
      archived: false,
    });
  });

  it('commits files', async () => {
    const at = ['--file-path', 'src/one.py', '--branch', 'main'];
    expect(
      await gitlab.cli('project-file', 'create', ...ofProject, ...at, '--content', '1', '--commit-message', 'Add'),
    ).toEqual({ file_path: 'src/one.py', branch: 'main' });
    await gitlab.cli('project-file', 'update', ...ofProject, ...at, '--content', '2', '--commit-message', 'Edit');
    const raw = ['--file-path', 'src/one.py', '--ref', 'main'];
    expect(await gitlab.cli('project-file', 'raw', ...ofProject, ...raw)).toBe(2);
    const commits = (await gitlab.cli('project-commit', 'list', ...ofProject)) as { title: string }[];
    expect(commits.map(({ title }) => title)).toEqual(['Edit', 'Add']);
  });

  it('creates and protects branches and tags', async () => {
    await gitlab.cli('project-branch', 'create', ...ofProject, '--branch', 'feature/one', '--ref', 'main');
    const branches = (await gitlab.cli('project-branch', 'list', ...ofProject)) as { name: string }[];
    expect(branches.map(({ name }) => name)).toEqual(['feature/one', 'main']);
    const tag = ['--tag-name', 'v1.0', '--ref', 'main', '--message', 'First'];
    expect(await gitlab.cli('project-tag', 'create', ...ofProject, ...tag)).toMatchObject({ message: 'First' });
    const protection = ['--name', 'release/*', '--push-access-level', '40', '--merge-access-level', '30'];
    expect(await gitlab.cli('project-protected-branch', 'create', ...ofProject, ...protection)).toMatchObject({
      push_access_levels: [{ access_level: 40 }],
      merge_access_levels: [{ access_level: 30 }],
    });
    await gitlab.cli('project-protected-tag', 'create', ...ofProject, '--name', 'v*');
    await gitlab.cli('project-protected-branch', 'delete', ...ofProject, '--name', 'release/*');
    const left = (await gitlab.cli('project-protected-branch', 'list', ...ofProject)) as { name: string }[];
    expect(left.map(({ name }) => name)).toEqual(['main']);
  });

  it('keeps snippets', async () => {
    const snippet = ['--title', 'A script', '--visibility', 'private', '--file-name', 'a.py', '--content', 'print(2)'];
    const { id } = (await gitlab.cli('project-snippet', 'create', ...ofProject, ...snippet)) as { id: number };
    await gitlab.cli('project-snippet', 'update', ...ofProject, '--id', String(id), '--title', 'A better script');
    expect(await gitlab.cli('project-snippet', 'get', ...ofProject, '--id', String(id))).toMatchObject({
      title: 'A better script',
      file_name: 'a.py',
    });
    expect(await gitlab.cli('project-snippet', 'content', ...ofProject, '--id', String(id))).toBe('print(2)');
  });

  it('sets hooks, and hides their tokens', async () => {
    const hook = ['--url', 'https://hooks.example.com/in', '--push-events', 'true', '--token', 'a-secret'];
    const made = (await gitlab.cli('project-hook', 'create', ...ofProject, ...hook)) as { id: number };
    const expected = { id: made.id, url: 'https://hooks.example.com/in', push_events: true };
    expect(await gitlab.cli('project-hook', 'list', ...ofProject)).toEqual([
      expect.not.objectContaining({ token: 'a-secret' }),
    ]);
    expect(await gitlab.cli('project-hook', 'get', ...ofProject, '--id', String(made.id))).toMatchObject(expected);
    await gitlab.cli('project-hook', 'delete', ...ofProject, '--id', String(made.id));
  });

  it('sets push rules, and receives their error message', async () => {
    await gitlab.cli('project-push-rules', 'create', ...ofProject, '--commit-message-regex', '^[A-Z]');
    await gitlab.cli('project-push-rules', 'update', ...ofProject, '--max-file-size', '3');
    expect(await gitlab.cli('project-push-rules', 'get', ...ofProject)).toMatchObject({
      commit_message_regex: '^[A-Z]',
      max_file_size: 3,
    });
    const file = ['--file-path', 'c.txt', '--branch', 'main', '--content', 'c', '--commit-message', 'lower'];
    expect(await gitlab.cliFailure('project-file', 'create', ...ofProject, ...file)).toContain(
      "Commit message does not follow the pattern '^[A-Z]'",
    );
  });

  it('keeps variables', async () => {
    const variable = {
      variable_type: 'env_var',
      key: 'KEY',
      protected: false,
      masked: false,
      raw: false,
      environment_scope: '*',
    };
    const key = ['--key', 'KEY', '--value'];
    expect(await gitlab.cli('project-variable', 'create', ...ofProject, ...key, 'one')).toEqual({
      ...variable,
      value: 'one',
    });
    await gitlab.cli('project-variable', 'update', ...ofProject, ...key, 'two');
    expect(await gitlab.cli('project-variable', 'list', ...ofProject)).toEqual([{ ...variable, value: 'two' }]);
    await gitlab.cli('project-variable', 'delete', ...ofProject, '--key', 'KEY');
    expect(await gitlab.cliFailure('project-variable', 'get', ...ofProject, '--key', 'KEY')).toContain(
      '404 Variable Not Found',
    );
  });

  it('archives and restores a project', async () => {
    await gitlab.cli('project', 'archive', '--id', project);
    expect(await gitlab.cli('project', 'get', '--id', project)).toMatchObject({ archived: true });
    const branch = ['--branch', 'late', '--ref', 'main'];
    expect(await gitlab.cliFailure('project-branch', 'create', ...ofProject, ...branch)).toContain('403');
    await gitlab.cli('project', 'unarchive', '--id', project);
    expect(await gitlab.cli('project', 'get', '--id', project)).toMatchObject({ archived: false });
  });
});
