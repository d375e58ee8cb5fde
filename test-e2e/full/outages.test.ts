/**
 * Outages of the datastores: 503 without the database, no loss without NATS, and no process is
 * restarted.
 */
import { waitFor, unique, createProject } from '@forgemesh/testing';
import { startIsolatedMesh, type IsolatedMesh } from '../support/isolated-mesh';

describe('a datastore outage', () => {
  let own: IsolatedMesh;
  const pids = () => Object.values(own.mesh.processes).map((member) => member.pid());

  beforeAll(async () => {
    own = await startIsolatedMesh();
  });
  afterAll(() => own?.stop());

  it('NATS: writes continue, and their events follow when it is back', async () => {
    const before = pids();
    const created = await own.root.post('/projects', { name: unique('project'), initialize_with_readme: true });
    const id = created.body.id as number;
    const activity = async () => (await own.root.get(`/projects/${id}`)).body.last_activity_at as string;
    await own.nats.stop();
    const started = await activity();
    const commit = await own.root.post(`/projects/${id}/repository/commits`, {
      branch: created.body.default_branch,
      commit_message: 'While NATS is down',
      actions: [{ action: 'create', file_path: 'a', content: 'a' }],
    });
    expect(commit.status).toBe(201);
    const deleted = await own.root.post('/projects', { name: unique('deleted') });
    expect((await own.root.delete(`/projects/${deleted.body.id}`)).status).toBe(202);
    await own.nats.restart();
    await waitFor(activity, (now) => now > started);
    expect(pids()).toEqual(before);
  });

  it('the database: 503 with Retry-After for reads and writes, and recovery when it is back', async () => {
    const before = pids();
    const created = await own.root.post('/projects', { name: unique('project') });
    expect(created.status).toBe(201);
    await own.storage.stop();
    for (const request of [
      () => own.root.get(`/projects/${created.body.id}`),
      () => own.root.post('/projects', { name: unique('project') }),
    ]) {
      const response = await request();
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(response.body).toEqual({ message: '503 Service Unavailable' });
    }
    await own.storage.restart();
    await waitFor(
      () => own.root.get(`/projects/${created.body.id}`),
      ({ status }) => status === 200,
    );
    expect((await own.root.post('/projects', { name: unique('project') })).status).toBe(201);
    expect(pids()).toEqual(before);
  });

  it('approvals: nothing is merged while it is down, and everything when it is back', async () => {
    const project = await createProject(own.root);
    const commit = (fields: object, file_path: string) =>
      own.root.post(`/projects/${project.id}/repository/commits`, {
        commit_message: 'A commit',
        actions: [{ action: 'create', file_path, content: 'a' }],
        ...fields,
      });
    await commit({ branch: 'main' }, 'a');
    await commit({ branch: 'topic', start_branch: 'main' }, 'b');
    const { body: request } = await own.root.post(`/projects/${project.id}/merge_requests`, {
      title: 'A request',
      source_branch: 'topic',
      target_branch: 'main',
    });
    const at = `/projects/${project.id}/merge_requests/${request.iid}`;
    const pid = own.mesh.processes['approvals']?.pid() ?? 0;
    process.kill(pid, 'SIGSTOP');
    const refused = await own.root.put(`${at}/merge`, {});
    process.kill(pid, 'SIGCONT');
    expect(refused).toMatchObject({ status: 503, body: { message: '503 Service Unavailable' } });
    expect((await own.root.get(at)).body.state).toBe('opened');
    expect((await own.root.put(`${at}/merge`, {})).body.state).toBe('merged');
  });
});
