import { createUser, waitFor, createProject } from '@forgemesh/testing';

describe('open_issues_count of GET /projects/:id', () => {
  it('follows issues that are created, closed, reopened, made confidential and deleted', async () => {
    const { api } = await createUser();
    const { id } = await createProject(api);
    const counted = (count: number) =>
      waitFor(
        () => api.get(`/projects/${id}`),
        ({ body }) => body.open_issues_count === count,
      );
    const created = await Promise.all(
      ['one', 'two', 'three'].map((title) => api.post(`/projects/${id}/issues`, { title })),
    );
    await api.post(`/projects/${id}/issues`, { title: 'not for all', confidential: true });
    await counted(3);
    const [one, two] = created.map(({ body }) => `/projects/${id}/issues/${body.iid}`) as [string, string];
    await api.put(one, { state_event: 'close' });
    await counted(2);
    await api.put(one, { state_event: 'reopen' });
    await counted(3);
    await api.put(two, { confidential: true });
    await counted(2);
    await api.delete(one);
    await counted(1);
  });
});
