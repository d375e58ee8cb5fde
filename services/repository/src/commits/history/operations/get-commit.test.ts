import { asRoot, commitFiles } from '@forgemesh/testing';
import { createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /projects/:id/repository/commits/:sha', () => {
  let project: TestRepository;
  beforeAll(async () => {
    project = await createRepository();
  });

  it('finds a commit by id, short id and branch', async () => {
    const created = await commitFiles(
      root,
      `/projects/${project.id}`,
      { x: '1\n' },
      { branch: 'feature/x.y', start_branch: 'main' },
    );
    for (const name of [created.id, created.short_id, 'feature%2Fx.y', 'feature%2Fx%2Ey']) {
      const { status, body } = await root.get(`${project.repository}/commits/${name}`);
      expect([status, body.id]).toEqual([200, created.id]);
      expect(body).toMatchObject({
        stats: { additions: 1, deletions: 0, total: 1 },
        status: null,
        last_pipeline: null,
        has_signature: false,
      });
    }
    const { body } = await root.get(`${project.repository}/commits/${created.id}?stats=false`);
    expect(body.stats).toBeUndefined();
  });

  it.each(['none', '-x', 'a%00b', 'a%0Ab', '%FF', '0'.repeat(40), 'main%7E1', 'HEAD%5E'])(
    'does not find %s',
    async (sha) => {
      const { status, body } = await root.get(`${project.repository}/commits/${sha}`);
      expect([400, 404]).toContain(status);
      if (status === 404) expect(body).toEqual({ message: '404 Commit Not Found' });
    },
  );

  it('finds nothing in an empty repository', async () => {
    const { repository } = await createEmptyRepository();
    expect((await root.get(`${repository}/commits/main`)).body).toEqual({ message: '404 Commit Not Found' });
  });
});

describe('GET /projects/:id/repository/commits/:sha/diff', () => {
  it('lists changed files by page', async () => {
    const project = await createRepository({ old: 'same content\nover lines\n', gone: 'g\n', text: 'a\nb\n' });
    await root.post(`${project.repository}/commits`, {
      branch: 'main',
      commit_message: 'Changes',
      actions: [
        { action: 'move', file_path: 'new', previous_path: 'old' },
        { action: 'delete', file_path: 'gone' },
        { action: 'update', file_path: 'text', content: 'a\nc\n' },
        { action: 'create', file_path: 'added', content: '+\n' },
      ],
    });
    const { body, headers } = await root.get(`${project.repository}/commits/main/diff`);
    expect(headers.get('x-total')).toBe('4');
    const byPath = Object.fromEntries(body.map((entry: { new_path: string }) => [entry.new_path, entry]));
    expect(byPath['text']).toEqual({
      diff: '--- a/text\n+++ b/text\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
      new_path: 'text',
      old_path: 'text',
      a_mode: '100644',
      b_mode: '100644',
      new_file: false,
      renamed_file: false,
      deleted_file: false,
    });
    expect(byPath['new']).toMatchObject({ old_path: 'old', renamed_file: true, diff: '' });
    expect(byPath['gone']).toMatchObject({ deleted_file: true });
    expect(byPath['added']).toMatchObject({ new_file: true });
    const page = await root.get(`${project.repository}/commits/main/diff?per_page=3&page=2`);
    expect(page.body).toHaveLength(1);
    expect((await root.get(`${project.repository}/commits/none/diff`)).status).toBe(404);
  });
});
