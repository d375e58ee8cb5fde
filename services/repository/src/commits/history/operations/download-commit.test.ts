import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asRoot, getPage, mesh, commitFiles, createMember, type TestCommit } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const asAdmin = { token: mesh().rootToken };

describe('GET /:id/-/commit/:sha.patch and .diff', () => {
  let project: TestRepository;
  let page: string;
  let second: TestCommit;
  beforeAll(async () => {
    project = await createRepository({ 'one.txt': 'one\n' });
    page = `/${project.path_with_namespace}/-/commit`;
    second = await commitFiles(
      root,
      `/projects/${project.id}`,
      { 'two.txt': 'two\n' },
      { commit_message: 'Second\n\nWith a text' },
    );
    await root.put(`/projects/${project.id}`, { visibility: 'public' });
  });

  it('is a patch that git applies', async () => {
    const { status, headers, text } = await getPage(`${page}/${second.id}.patch`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain']);
    expect(text).toContain(`From ${second.id} Mon Sep 17 00:00:00 2001\n`);
    expect(text).toContain('Subject: [PATCH] Second\n');
    const first = await getPage(`${page}/${second.parent_ids[0]}.patch`);
    const folder = mkdtempSync(join(tmpdir(), 'forgemesh-patch-'));
    const git = (input: string, ...args: string[]): Buffer =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder, input });
    git('', 'init', '-q');
    git(first.text, 'am', '-q');
    git(text, 'am', '-q');
    expect(readFileSync(join(folder, 'one.txt'), 'utf8')).toBe('one\n');
    expect(readFileSync(join(folder, 'two.txt'), 'utf8')).toBe('two\n');
    expect(git('', 'log', '-1', '--format=%B').toString().trim()).toBe('Second\n\nWith a text');
  });

  it('is a diff against the parent, or of all files of the first commit', async () => {
    const { status, headers, text } = await getPage(`${page}/${second.id}.diff`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain']);
    expect(text).toMatch(/^diff --git a\/two\.txt b\/two\.txt\nnew file mode 100644\n/);
    expect(text).not.toContain('one.txt');
    expect((await getPage(`${page}/${second.parent_ids[0]}.diff`)).text).toContain('+one\n');
    expect((await getPage(`${page.replace('/-/', '/')}/${second.short_id}.diff`)).text).toBe(text);
    expect((await getPage(`${page}/main.diff`)).text).toBe(text);
  });

  it.each(['patch', 'diff'])('follows the rights of the API: .%s', async (form) => {
    const hidden = await createRepository();
    const path = `/${hidden.path_with_namespace}/-/commit/main.${form}`;
    const guest = await createMember(root, `/projects/${hidden.id}`, 10);
    expect((await getPage(path)).status).toBe(404);
    expect((await getPage(path, { token: guest.token })).status).toBe(403);
    expect((await getPage(path, asAdmin)).status).toBe(200);
    expect((await getPage(`${page}/${'0'.repeat(40)}.${form}`)).status).toBe(404);
  });

  it('leaves the page of the commit to browsers', async () => {
    const { headers } = await getPage(`${page}/${second.id}`, { Accept: 'text/html' });
    expect(headers.get('content-type')).toContain('text/html');
  });
});
