/**
 * Events are not trusted: an event is only accepted with the signature of its service, and deletes
 * only what that service confirms as deleted.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type ConsumerInfo, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { consumersIn, createEventSigner, serverOptions, SIGNATURE_HEADER } from '@forgemesh/events';
import { asRoot, waitFor, mesh, createProjectWithReadme, type TestProject } from '@forgemesh/testing';

const CONSUMER = 'repository-project-removal';

describe('a forged projects.project.deleted', () => {
  let nats: NatsConnection;
  let project: TestProject;

  beforeAll(async () => {
    nats = await connect(serverOptions({ url: mesh().natsUrl }));
    project = await createProjectWithReadme(asRoot());
  });
  afterAll(async () => {
    await asRoot().delete(`/projects/${project.id}`);
    await nats.close();
  });

  /**
   * Publishes that the project was deleted, signed with the key of a process; returns its sequence
   * number in the stream.
   */
  async function announce(signer: string | undefined): Promise<number> {
    const type = 'projects.project.deleted';
    const event = {
      specversion: '1.0',
      id: randomUUID(),
      source: '/forgemesh/projects',
      type,
      subject: String(project.id),
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      actor: 1,
      correlationid: randomUUID(),
      data: { entity: project, version: 1_000, changes: {} },
    };
    const bytes = Buffer.from(JSON.stringify(event));
    const signature = headers();
    if (signer !== undefined) {
      const keyFile = join(mesh().dataDir, 'keys', `${signer}.pem`);
      signature.set(SIGNATURE_HEADER, createEventSigner(keyFile).sign(bytes));
    }
    return (await jetstream(nats).publish(type, bytes, { headers: signature })).seq;
  }

  /** The durable consumer that delivers the event to the consumer. */
  async function subscription(): Promise<ConsumerInfo> {
    const found: ConsumerInfo[] = [];
    for await (const info of (await jetstreamManager(nats)).consumers.list('PROJECTS')) found.push(info);
    const info = found.find((durable) => consumersIn(durable).includes(CONSUMER));
    if (!info) throw new Error(`no subscription has the consumer ${CONSUMER}`);
    return info;
  }

  /** Number of events that the consumer failed to handle and tries again. */
  async function deferred(): Promise<number> {
    const { body } = await asRoot().get('/admin/consumers?service=repository&per_page=100');
    const rows = body as { stream: string; deferred: number }[];
    return rows.find(({ stream }) => stream === 'PROJECTS')?.deferred ?? 0;
  }

  const readme = () => asRoot().get(`/projects/${project.id}/repository/files/README.md?ref=${project.default_branch}`);

  it.each([
    ['without a signature', undefined],
    ['with the key of another service', 'geo'],
    ['with the key of the gateway', 'gateway'],
  ])('is dropped: %s', async (_how, signer) => {
    const sequence = await announce(signer);
    await waitFor(subscription, ({ ack_floor }) => ack_floor.stream_seq >= sequence);
    expect((await readme()).status).toBe(200);
  });

  it('with the key of its service deletes nothing while the project exists', async () => {
    const sequence = await announce('projects');
    await waitFor(subscription, ({ delivered }) => delivered.stream_seq >= sequence);
    // Its consumer has refused it, and will again.
    await waitFor(deferred, (count) => count > 0);
    expect((await readme()).status).toBe(200);
  });
});
