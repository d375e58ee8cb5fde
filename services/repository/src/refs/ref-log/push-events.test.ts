import type { EventBus, ForgeEvent } from '@forgemesh/events';
import { asRoot, waitFor, mesh, commitFiles } from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';
import mongoose, { type Connection } from 'mongoose';
import { createEmptyRepository, createRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

type PushEvent = ForgeEvent<'repository.push.received'>;

const root = asRoot();
const events: PushEvent[] = [];
let bus: EventBus;
let database: Connection;

beforeAll(async () => {
  ({ bus } = openTestBus(mesh().natsUrl));
  await waitFor(() => Promise.resolve(bus.isConnected()), Boolean);
  const connection = bus.connection()!;
  connection.subscribe('repository.push.received', {
    callback: (_error, message) => collect(message.json<PushEvent>()),
  });
  await connection.flush();
  const dbName = `${mesh().databasePrefix}_repository`;
  database = await mongoose.createConnection(mesh().mongodbUri, { dbName }).asPromise();
});

afterAll(async () => {
  await bus.close();
  await database.close();
});

/** An event may be delivered more than once. */
function collect(event: PushEvent): void {
  if (events.every(({ id }) => id !== event.id)) events.push(event);
}

function eventsOf(projectId: number): PushEvent[] {
  return events.filter(({ data }) => data.entity.project_id === projectId);
}

describe('repository.push.received', () => {
  it('is published for every ref change with the data that hooks need', async () => {
    const project = await createEmptyRepository();
    const first = await commitFiles(root, `/projects/${project.id}`, { a: '1' });
    const second = await commitFiles(root, `/projects/${project.id}`, { b: '2' }, { commit_message: 'Second' });
    await root.post(`${project.repository}/branches`, { branch: 'topic', ref: 'main' });
    await root.delete(`${project.repository}/branches/topic`);
    await waitFor(
      () => Promise.resolve(eventsOf(project.id)),
      ({ length }) => length === 4,
    );
    const entities = Object.fromEntries(
      eventsOf(project.id).map(({ data }) => [`${data.entity.ref} ${data.entity.before}`, data.entity]),
    );
    const zero = '0'.repeat(40);
    const user = { user_id: 1, user_username: 'root' };
    expect(entities[`refs/heads/main ${zero}`]).toMatchObject({
      after: first.id,
      is_first: true,
      total_commits_count: 1,
      ...user,
    });
    expect(entities[`refs/heads/main ${first.id}`]).toMatchObject({
      after: second.id,
      is_first: false,
      refs_count: 1,
      total_commits_count: 1,
      commits: [{ id: second.id, message: 'Second', added: ['b'], modified: [], removed: [] }],
    });
    expect(entities[`refs/heads/topic ${zero}`]).toMatchObject({
      after: second.id,
      total_commits_count: 0,
      commits: [],
    });
    expect(entities[`refs/heads/topic ${second.id}`]).toMatchObject({ after: zero, commits: [] });
  });

  it('is published for every ref of a push, with the number of commits of each', async () => {
    const project = await createRepository();
    const git = await GitClone.of(project, mesh().rootToken);
    await git.run('pull', '-q', 'origin', 'main');
    const tip = await git.commit('new', 'new\n');
    const names = Array.from({ length: 250 }, (_, at) => `refs/heads/topic-${at}`);
    const pushed = await git.run('push', 'origin', ...names.map((name, at) => `${tip}${at === 0 ? '' : '^'}:${name}`));
    git.remove();
    expect(pushed.code).toBe(0);
    const published = (): PushEvent[] => eventsOf(project.id).filter(({ data }) => names.includes(data.entity.ref));
    await waitFor(
      () => Promise.resolve(new Set(published().map(({ data }) => data.entity.ref)).size),
      (size) => size === names.length,
    );
    const entities = published().map(({ data }) => data.entity);
    expect(new Set(entities.map((entity) => entity.push_id)).size).toBe(1);
    expect(entities.every((entity) => entity.refs_count === names.length)).toBe(true);
    const withCommits = entities.filter((entity) => entity.total_commits_count !== 0);
    expect(withCommits).toMatchObject([{ ref: names[0], after: tip, total_commits_count: 1, commits: [{ id: tip }] }]);
  });

  it('counts the branches and the tags of one push separately', async () => {
    const project = await createRepository();
    const git = await GitClone.of(project, mesh().rootToken);
    await git.run('pull', '-q', 'origin', 'main');
    const refs = ['refs/heads/one', 'refs/heads/two', 'refs/tags/v1'];
    const pushed = await git.run('push', 'origin', ...refs.map((ref) => `HEAD:${ref}`));
    git.remove();
    expect(pushed.code).toBe(0);
    const sent = (): PushEvent[] => eventsOf(project.id).filter(({ data }) => refs.includes(data.entity.ref));
    await waitFor(
      () => Promise.resolve(new Set(sent().map(({ data }) => data.entity.ref)).size),
      (size) => size === refs.length,
    );
    const counts = sent().map(({ data: { entity } }) => [entity.ref, [entity.refs_count, entity.ref_type_count]]);
    expect(Object.fromEntries(counts)).toEqual({
      'refs/heads/one': [3, 2],
      'refs/heads/two': [3, 2],
      'refs/tags/v1': [3, 1],
    });
  });

  it('is published by the sweep after a crash between the entry and its event', async () => {
    const project = await createRepository();
    const tip = (await root.get(`${project.repository}/commits/main`)).body.id;
    await waitFor(
      () => Promise.resolve(eventsOf(project.id)),
      ({ length }) => length === 1,
    );
    const log = database.collection<{ _id: string }>('ref_log');
    const done = await waitFor(
      () => log.findOne({ _id: `${project.id}:project:1` }),
      (found) => found !== null && !('outbox_at' in found) && !('open_at' in found),
    );
    const at = new Date(Date.now() - 6_000);
    const ref = { id: 1, ref: 'refs/heads/lost', before: '0'.repeat(40), after: tip, is_first: false };
    await log.insertOne({
      ...done,
      _id: `${project.id}:project:2`,
      seq: 2,
      version: 1,
      push_id: 'crashed',
      refs: [{ ...ref, total_commits_count: 0 }],
      created_at: at,
      open_at: at,
      operation_id: `test-${project.id}`,
    } as never);
    await waitFor(
      () => Promise.resolve(eventsOf(project.id)),
      ({ length }) => length === 2,
    );
    expect(eventsOf(project.id)[1]?.data.entity).toMatchObject({ ref: ref.ref, after: tip, push_id: 'crashed' });
    const { body } = await root.get(`${project.repository}/branches/lost`);
    expect(body.commit.id).toBe(tip);
    // The next write of this process follows the entry that it did not write.
    await root.post(`${project.repository}/branches`, { branch: 'next', ref: 'main' });
    expect(await log.findOne({ _id: `${project.id}:project:3` })).toMatchObject({ refs: [{ ref: 'refs/heads/next' }] });
  });
});
