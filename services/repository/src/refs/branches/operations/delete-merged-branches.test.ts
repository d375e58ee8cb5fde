import { asRoot, waitFor, commitFiles, borrowMember } from '@forgemesh/testing';
import { createRepository } from '#testing/fixtures';

const root = asRoot();

describe('DELETE /projects/:id/repository/merged_branches', () => {
  it('deletes merged branches that are not protected', async () => {
    const project = await createRepository();
    for (const branch of ['merged', 'kept'])
      expect((await root.post(`${project.repository}/branches`, { branch, ref: 'main' })).status).toBe(201);
    await root.post(`/projects/${project.id}/protected_branches`, { name: 'kept' });
    await commitFiles(root, `/projects/${project.id}`, { own: 'o' }, { branch: 'ahead', start_branch: 'main' });
    await commitFiles(root, `/projects/${project.id}`, { later: 'l' });
    const [reporter, developer] = [
      await borrowMember(root, `/projects/${project.id}`, 20),
      await borrowMember(root, `/projects/${project.id}`, 30),
    ];
    const path = `${project.repository}/merged_branches`;
    expect((await reporter.api.delete(path)).status).toBe(403);
    expect(await developer.api.delete(path)).toMatchObject({ status: 202, body: { message: '202 Accepted' } });
    const names = async () =>
      (await root.get(`${project.repository}/branches`)).body.map(({ name }: { name: string }) => name);
    const left = await waitFor(names, (list) => !list.includes('merged'));
    expect(left).toEqual(['ahead', 'kept', 'main']);
  });
});
