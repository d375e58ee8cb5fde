import type { EventBus, EventTypeOf, ForgeEvent } from '@forgemesh/events';
import { asRoot, waitFor, mesh } from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';
import { expectStatus, createRepository } from '#testing/fixtures';

type RepositoryEvent = EventTypeOf<'repository.>'>;

const events: ForgeEvent<RepositoryEvent>[] = [];
let bus: EventBus;

beforeAll(async () => {
  ({ bus } = openTestBus(mesh().natsUrl));
  await waitFor(() => Promise.resolve(bus.isConnected()), Boolean);
  const connection = bus.connection()!;
  connection.subscribe('repository.>', {
    callback: (_error, message) => collect(message.json<ForgeEvent<RepositoryEvent>>()),
  });
  await connection.flush();
});

afterAll(() => bus.close());

/** An event may be delivered more than once. */
function collect(event: ForgeEvent<RepositoryEvent>): void {
  if (events.every(({ id }) => id !== event.id)) events.push(event);
}

/** Waits until there are `count` events of one type about one project, and returns them. */
function eventsOf(type: RepositoryEvent, projectId: number, count: number): Promise<ForgeEvent<RepositoryEvent>[]> {
  const matching = () => events.filter((event) => event.type === type && event.data.entity.project_id === projectId);
  return waitFor(
    () => Promise.resolve(matching()),
    ({ length }) => length >= count,
  );
}

describe('events of statuses, pipelines and languages', () => {
  it('contain the entities as in the API', async () => {
    const project = await createRepository();
    const [{ id: sha }] = expectStatus(await asRoot().get(`${project.repository}/commits`), 200);
    const path = `/projects/${project.id}/statuses/${sha}`;
    expectStatus(await asRoot().post(path, { state: 'running' }), 201);
    const running = await eventsOf('repository.pipeline.updated', project.id, 1);
    expect(running[0]?.data.entity).toMatchObject({ status: 'running', finished_at: null });
    const failed = expectStatus(await asRoot().post(path, { state: 'failed' }), 201);
    const [, status] = await eventsOf('repository.commit_status.updated', project.id, 2);
    const [pipeline] = expectStatus(await asRoot().get(`/projects/${project.id}/pipelines`), 200);
    expect(status).toMatchObject({ actor: failed.author.id, data: { changes: { status: ['running', 'failed'] } } });
    expect(status?.data.entity).toEqual({
      ...failed,
      project_id: project.id,
      pipeline_id: pipeline.id,
      stage: 'external',
      failure_reason: 'api_failure',
    });
    const ended = await eventsOf('repository.pipeline.updated', project.id, 2);
    const single = expectStatus(await asRoot().get(`/projects/${project.id}/pipelines/${pipeline.id}`), 200);
    expect(ended[1]?.data.entity).toEqual({
      ...single,
      project_id: project.id,
      source: 'external',
      statuses: [status?.data.entity],
    });
    expect(ended).toHaveLength(2);
  });

  it('report languages after a push without a request for them', async () => {
    const project = await createRepository({ 'a.rb': 'puts 1' });
    const [event] = await eventsOf('repository.languages.measured', project.id, 1);
    const [{ id }] = expectStatus(await asRoot().get(`${project.repository}/commits`), 200);
    expect(event?.data.entity).toEqual({ project_id: project.id, commit_id: id, languages: { Ruby: 100 } });
  });
});
