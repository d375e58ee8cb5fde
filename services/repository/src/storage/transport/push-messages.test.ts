/** What git shows to its user after a push: links and results of push options. */
import {
  asRoot,
  createUser,
  unique,
  waitFor,
  commitFiles,
  createMember,
  type ApiClient,
  type TestUser,
} from '@forgemesh/testing';
import { createEmptyRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();
const clones: GitClone[] = [];
afterAll(() => clones.forEach((clone) => clone.remove()));

/** A project with one commit on `main`, and a clone of a developer. */
async function createPushed(fields: Record<string, unknown> = {}) {
  const project = await createEmptyRepository(fields);
  await commitFiles(root, `/projects/${project.id}`, { 'README.md': 'Hello\n' }, { commit_message: 'First' });
  const developer = await createMember(root, `/projects/${project.id}`, 30);
  const web = (await root.get(`/projects/${project.id}`)).body.web_url as string;
  return { project, developer, web, git: await cloneOf(project, developer) };
}

async function cloneOf(project: TestRepository, { token }: { token: string }): Promise<GitClone> {
  const git = await GitClone.of(project, token);
  clones.push(git);
  await git.run('pull', '-q', 'origin', 'main');
  return git;
}

/** Commits a file and pushes it to a branch. Returns what git shows. */
async function push(git: GitClone, branch: string, ...options: string[]): Promise<string> {
  await git.commit(unique('file'), 'content');
  return pushHead(git, branch, ...options);
}

async function pushHead(git: GitClone, branch: string, ...options: string[]): Promise<string> {
  const flags = options.flatMap((option) => ['-o', option]);
  const { code, output } = await git.run('push', ...flags, 'origin', `HEAD:refs/heads/${branch}`);
  expect({ code, output }).toMatchObject({ code: 0 });
  // Git pads the lines, so that they overwrite its progress.
  return output.replace(/ +$/gm, '');
}

async function requestsOf(project: TestRepository, query = '', as: ApiClient = root) {
  return (await as.get(`/projects/${project.id}/merge_requests?state=opened${query}`)).body;
}

describe('a push shows', () => {
  it('the page that creates a merge request, then the open one', async () => {
    const { project, developer, web, git } = await createPushed();
    expect(await push(git, 'feature/ä&b')).toContain(
      [
        'remote:',
        'remote: To create a merge request for feature/ä&b, visit:',
        `remote:   ${web}/-/merge_requests/new?merge_request%5Bsource_branch%5D=feature%2F%C3%A4%26b`,
        'remote:',
      ].join('\n'),
    );
    const fields = { title: 'x', source_branch: 'feature/ä&b', target_branch: 'main' };
    const made = (await developer.api.post(`/projects/${project.id}/merge_requests`, fields)).body;
    expect(await push(git, 'feature/ä&b')).toContain(
      `remote: View merge request for feature/ä&b:\nremote:   ${made.web_url}\nremote:\n`,
    );
    await developer.api.put(`/projects/${project.id}/merge_requests/${made.iid}`, { state_event: 'close' });
    expect(await push(git, 'feature/ä&b')).toContain('To create a merge request for feature/ä&b, visit:');
  });

  it('no link for the default branch, tags, deletions, and projects that print none', async () => {
    const { project, git } = await createPushed();
    const shown = async (...refs: string[]) => (await git.run('push', 'origin', ...refs)).output;
    const owner = await cloneOf(project, { token: (await createMember(root, `/projects/${project.id}`, 40)).token });
    expect(await push(owner, 'main')).not.toContain('remote:');
    await git.run('tag', 'v1');
    expect(await shown('v1')).not.toContain('remote:');
    await push(git, 'gone');
    expect(await shown(':gone')).not.toContain('remote:');
    await root.put(`/projects/${project.id}`, { printing_merge_request_link_enabled: false });
    expect(await push(git, 'without')).not.toContain('remote:');
    await root.put(`/projects/${project.id}`, {
      printing_merge_request_link_enabled: true,
      merge_requests_access_level: 'disabled',
    });
    expect(await push(git, 'disabled')).not.toContain('remote:');
  });

  it('no link with the first push of a repository', async () => {
    const project = await createEmptyRepository();
    const git = await GitClone.of(project, (await createMember(root, `/projects/${project.id}`, 40)).token);
    clones.push(git);
    expect(await push(git, 'main')).not.toContain('remote:');
  });

  it('links of several branches, ten at most', async () => {
    const { git } = await createPushed();
    const refs = Array.from({ length: 12 }, (_, n) => `HEAD:refs/heads/b${n}`);
    const { output } = await git.run('push', 'origin', ...refs);
    expect(output.match(/To create a merge request for b\d+, visit:/g)).toHaveLength(10);
  });

  it('merge requests into other projects only to those who may read them', async () => {
    const project = await createEmptyRepository({ visibility: 'public' });
    await commitFiles(root, `/projects/${project.id}`, { 'README.md': 'Hello\n' });
    const author = await createUser();
    const fork = (await author.api.post(`/projects/${project.id}/fork`, {})).body;
    const git = await cloneOf(fork, author);
    await push(git, 'patch');
    const fields = { title: 'x', source_branch: 'patch', target_branch: 'main', target_project_id: project.id };
    const { body } = await author.api.post(`/projects/${fork.id}/merge_requests`, fields);
    expect(await push(git, 'patch')).toContain(`View merge request for patch:\nremote:   ${body.web_url}\n`);
    await root.put(`/projects/${project.id}`, { visibility: 'private' });
    expect(await push(git, 'patch')).toContain('To create a merge request for patch, visit:');
  });
});

describe('push options', () => {
  let developer: TestUser;
  let project: TestRepository;
  let git: GitClone;
  beforeAll(async () => {
    ({ developer, project, git } = await createPushed());
    await commitFiles(root, `/projects/${project.id}`, { other: 'o' }, { branch: 'stable', start_branch: 'main' });
  });

  it('create a merge request as the pusher, from its only commit', async () => {
    const own = await createPushed();
    const output = await push(own.git, 'add-it', 'merge_request.create');
    const [made] = await requestsOf(own.project);
    expect(output).toContain(`View merge request for add-it:\nremote:   ${made.web_url}\n`);
    expect(made).toMatchObject({
      title: expect.stringMatching(/^Change file/),
      author: { id: own.developer.id },
      source_branch: 'add-it',
      target_branch: 'main',
      force_remove_source_branch: false,
      labels: [],
    });
    expect(await pushHead(own.git, 'again', 'merge_request.create', 'merge_request.title=Again')).not.toContain(
      'WARNINGS',
    );
    expect(await requestsOf(own.project)).toHaveLength(2);
  });

  it('set its fields, and change those of an open one', async () => {
    const branch = unique('fields');
    await push(
      git,
      branch,
      'merge_request.create',
      'merge_request.target=stable',
      'merge_request.title=A title',
      'merge_request.description=A text',
      'merge_request.label=one',
      'merge_request.label=two',
      'merge_request.remove_source_branch',
    );
    const query = `&source_branch=${branch}`;
    const [made] = await requestsOf(project, query);
    expect(made).toMatchObject({
      title: 'A title',
      description: 'A text',
      target_branch: 'stable',
      labels: ['one', 'two'],
      force_remove_source_branch: true,
    });
    expect((await root.get(`/projects/${project.id}/labels`)).body).toHaveLength(2);
    const output = await push(
      git,
      branch,
      'mr.title=Another title',
      'mr.target=main',
      'mr.unlabel=one',
      'mr.label=three',
      'mr.remove_source_branch=false',
      'mr.description=Another text',
    );
    expect(output).toContain(`View merge request for ${branch}:`);
    const changed = await requestsOf(project, query);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatchObject({
      iid: made.iid,
      title: 'Another title',
      description: 'Another text',
      target_branch: 'main',
      labels: ['three', 'two'],
      force_remove_source_branch: false,
    });
    // Without options nothing changes.
    expect(await push(git, branch, 'merge_request.create')).not.toContain('WARNINGS');
    expect((await requestsOf(project, query))[0]).toMatchObject({ title: 'Another title', target_branch: 'main' });
  });

  it('merge when the pipeline of the pushed commit succeeds', async () => {
    const maintainer = await createMember(root, `/projects/${project.id}`, 40);
    const own = await cloneOf(project, maintainer);
    const branch = unique('auto');
    await push(own, branch, 'merge_request.create', 'merge_request.merge_when_pipeline_succeeds');
    const [made] = await requestsOf(project, `&source_branch=${branch}`);
    expect(made).toMatchObject({ merge_when_pipeline_succeeds: true, state: 'opened' });
    await root.post(`/projects/${project.id}/statuses/${made.sha}`, { state: 'success', ref: branch });
    const url = `/projects/${project.id}/merge_requests/${made.iid}`;
    const merged = await waitFor(
      async () => (await root.get(url)).body,
      ({ state }) => state === 'merged',
    );
    expect(merged.merged_by.id).toBe(maintainer.id);
  });

  it('are refused with a reason, and the push stands', async () => {
    const branch = unique('refused');
    const refused = async (...options: string[]) => {
      const output = await push(git, branch, ...options);
      return output.match(/WARNINGS:\n(?:remote: (?:The|Error|Merge).*\n)+/)?.[0].replace(/remote: /g, '') ?? '';
    };
    const error = (text: string) => `WARNINGS:\nError encountered with push options: ${text}\n`;
    expect(await refused('merge_request.title=x')).toBe(
      error(`A merge_request.create push option is required to create a merge request for branch ${branch}`),
    );
    expect(await refused('merge_request.create', 'merge_request.target=missing')).toBe(
      error('Branch missing does not exist'),
    );
    expect(await refused('merge_request.create', `merge_request.target=${branch}`)).toBe(
      error("You can't use same project/branch for source and target"),
    );
    expect(await refused('merge_request.create', `merge_request.title=${'x'.repeat(300)}`)).toContain('255');
    expect(await refused('merge_request.create', 'merge_request.label=a?b')).toContain(
      'Error encountered with push options',
    );
    expect(await requestsOf(project, `&source_branch=${branch}`)).toEqual([]);
    expect(await refused('other=1', 'ci.variable=A=b', 'ci.skip')).toBe(
      [
        'WARNINGS:',
        "The push option 'other=1' is unknown and has no effect.",
        "The push option 'ci.variable=A=b' has no effect: a push starts no pipeline.",
        '',
      ].join('\n'),
    );
    const many = Array.from({ length: 11 }, (_, n) => `HEAD:refs/heads/${branch}-${n}`);
    expect((await git.run('push', '-o', 'merge_request.create', 'origin', ...many)).output).toContain(
      'Too many branches pushed (11 were pushed, limit is 10)',
    );
    await root.put(`/projects/${project.id}`, { merge_requests_access_level: 'disabled' });
    expect(await refused('merge_request.create')).toBe(
      error(`Merge requests are not enabled for project ${project.path_with_namespace}`),
    );
    await root.put(`/projects/${project.id}`, { merge_requests_access_level: 'enabled' });
    expect((await root.get(`${project.repository}/branches/${branch}`)).status).toBe(200);
  });

  it('do not merge for those who may not', async () => {
    await root.post(`/projects/${project.id}/protected_branches`, { name: 'stable', merge_access_level: 40 });
    const branch = unique('limited');
    expect(
      await push(
        git,
        branch,
        'merge_request.create',
        'merge_request.target=stable',
        'merge_request.merge_when_pipeline_succeeds',
      ),
    ).toContain('You are not allowed to merge into the target branch');
    const [made] = await requestsOf(project, `&source_branch=${branch}`);
    expect(made).toMatchObject({ merge_when_pipeline_succeeds: false, author: { id: developer.id } });
  });

  it('open the merge request of a fork in the original project', async () => {
    const original = await createEmptyRepository({ visibility: 'public' });
    await commitFiles(root, `/projects/${original.id}`, { 'README.md': 'Hello\n' });
    const author = await createUser();
    const fork = (await author.api.post(`/projects/${original.id}/fork`, {})).body;
    const own = await cloneOf(fork, author);
    const output = await push(own, 'patch', 'merge_request.create', 'merge_request.label=ignored');
    const [made] = await requestsOf(original);
    expect(made).toMatchObject({
      source_project_id: fork.id,
      target_project_id: original.id,
      author: { id: author.id },
      // Only developers of the original project may set labels.
      labels: [],
    });
    expect(output).toContain(`View merge request for patch:\nremote:   ${made.web_url}\n`);
    expect(await push(own, 'patch', 'merge_request.title=New title')).not.toContain('WARNINGS');
    expect((await requestsOf(original))[0]).toMatchObject({ title: 'New title' });
  });
});
