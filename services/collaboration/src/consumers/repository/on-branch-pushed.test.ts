import { asRoot, waitFor, commitFile, createBranchedProject, createMergeRequest } from '@forgemesh/testing';

const root = asRoot();

describe('repository.push.received', () => {
  it('is noted on a merge request that was created after an earlier push to the branch', async () => {
    const { path } = await createBranchedProject(root);
    const push = (name: string) => commitFile(root, path, { branch: 'feature', path: name, content: 'x\n' });
    await push('before.txt');
    const request = await createMergeRequest(root, path);
    await push('after.txt');
    // Notes do not compare the branches; the consumer of the push does.
    const { body } = await waitFor(
      () => root.get(`${path}/merge_requests/${request.iid}/notes`),
      ({ body: notes }) => notes.some(({ body: text }: { body: string }) => text.startsWith('added 1 commit')),
    );
    expect(body.map(({ body: text }: { body: string }) => text)).toContainEqual(
      expect.stringContaining('Add after.txt'),
    );
  });

  it('resolves the todos of the user about the merge requests from the branch', async () => {
    const { path } = await createBranchedProject(root);
    const request = await createMergeRequest(root, path);
    const todo = (await root.post(`${path}/merge_requests/${request.iid}/todo`)).body;
    const state = async () => (await root.get(`/todos?state=done&per_page=100`)).body as { id: number }[];
    await commitFile(root, path, { branch: 'feature', path: 'source.txt', content: 'x\n' });
    const done = await waitFor(state, (todos) => todos.some(({ id }) => id === todo.id));
    expect(done.map(({ id }) => id)).toContain(todo.id);
  });
});
