import { asRoot, borrowMember, borrowUser } from '@forgemesh/testing';
import { createEmptyRepository, createRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /projects/:id/repository/tree/paths', () => {
  it('lists all files of a ref', async () => {
    const { repository } = await createRepository({ 'z/deep/file': 'f', a: 'a', 'b b/ü': 'u' });
    const { body: tip } = await root.get(`${repository}/commits/main`);
    const { status, body } = await root.get(`${repository}/tree/paths`);
    expect(status).toBe(200);
    expect(body).toEqual({ commit_id: tip.id, paths: ['a', 'b b/ü', 'z/deep/file'], is_truncated: false });
    expect((await root.get(`${repository}/tree/paths?ref=${tip.id}`)).body).toEqual(body);
  });

  it('reports a missing object', async () => {
    const { repository } = await createRepository();
    const notFound = { status: 404, body: { message: '404 Tree Not Found' } };
    for (const ref of ['none', '-x', '--all'])
      expect(await root.get(`${repository}/tree/paths?ref=${ref}`)).toMatchObject(notFound);
    expect(await root.get(`${(await createEmptyRepository()).repository}/tree/paths`)).toMatchObject(notFound);
  });

  it('needs the Reporter role in a private project', async () => {
    const { id, repository } = await createRepository();
    const [guest, reporter] = await Promise.all([
      borrowMember(root, `/projects/${id}`, 10),
      borrowMember(root, `/projects/${id}`, 20),
    ]);
    expect((await guest.api.get(`${repository}/tree/paths`)).status).toBe(403);
    expect((await reporter.api.get(`${repository}/tree/paths`)).status).toBe(200);
    expect((await (await borrowUser()).api.get(`${repository}/tree/paths`)).status).toBe(404);
  });
});
