import { asRoot, waitFor } from '@forgemesh/testing';
import { commit, createMember, createRepository } from '../../../testing/fixtures';

const root = asRoot();

describe('DELETE /projects/:id/repository/merged_branches', () => {
  it('deletes merged branches that are not protected', async () => {
    const project = await createRepository();
    for (const branch of ['merged', 'kept'])
      expect((await root.post(`${project.repository}/branches`, { branch, ref: 'main' })).status).toBe(201);
    await root.post(`/projects/${project.id}/protected_branches`, { name: 'kept' });
    await commit(project, { own: 'o' }, { branch: 'ahead', start_branch: 'main' });
    await commit(project, { later: 'l' });
    const [reporter, developer] = [await createMember(project, 20), await createMember(project, 30)];
    const path = `${project.repository}/merged_branches`;
    expect((await reporter.api.delete(path)).status).toBe(403);
    expect(await developer.api.delete(path)).toMatchObject({ status: 202, body: { message: '202 Accepted' } });
    const names = async () =>
      (await root.get(`${project.repository}/branches`)).body.map(({ name }: { name: string }) => name);
    const left = await waitFor(names, (list) => !list.includes('merged'));
    expect(left).toEqual(['ahead', 'kept', 'main']);
  });
});
