/**
 * 200 hostile connections do not stop an instance: while they last, another user reads a project
 * and uses git. `test-results/availability.json` contains the response times.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  createAttackScene,
  startAttackedInstance,
  type AttackedInstance,
  type AttackScene,
} from '../../support/attacks/attacked-instance';
import { gitAttacks } from '../../support/attacks/git-attacks';
import { startAttack, type AttackTarget } from '../../support/attacks/hostile-client';
import { httpAttacks } from '../../support/attacks/http-attacks';
import { git, temporaryFolder } from '../../support/git';

const CONNECTIONS = 200;
/** Generous, because other suites use the machine, too: a blocked instance does not respond. */
const MAX_RESPONSE_MS = 15_000;
const ROUNDS = 2;
const attacks = Object.entries({ ...httpAttacks, ...gitAttacks });
const results = join(__dirname, '../../../test-results');

/** Milliseconds of the operations of the other user, by operation. */
const measured: Record<string, Record<string, number>> = {};

describe.each(['single', 'separate'] as const)('an instance (%s)', (processes) => {
  let instance: AttackedInstance | undefined;
  let scene: AttackScene;
  beforeAll(async () => {
    instance = await startAttackedInstance(processes);
    scene = await createAttackScene(instance);
  });
  afterAll(async () => {
    await instance?.stop();
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'availability.json'), `${JSON.stringify(measured, null, 2)}\n`);
  });

  it.each(attacks)('responds to others while clients %s', async (name, attackOf) => {
    const { targets, other } = scene;
    const clients = Array.from({ length: CONNECTIONS }, (_, index) =>
      attackOf(targets[index % targets.length] as AttackTarget),
    );
    const attack = startAttack(clients);
    const times = (measured[`${name} (${processes})`] = {});
    try {
      await attack.started;
      // Some attacks take effect after a moment.
      for (let round = 0; round < ROUNDS; round++) await work(other, times);
    } finally {
      await attack.stop();
    }
    for (const time of Object.values(times)) expect(time).toBeLessThan(MAX_RESPONSE_MS);
  });
});

/** What a user does in a minute; stores the longest time of each operation. */
async function work(user: AttackScene['other'], times: Record<string, number>): Promise<void> {
  const measure = async (operation: string, run: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await run();
    times[operation] = Math.max(times[operation] ?? 0, Math.round(performance.now() - start));
  };
  const { clone, url } = user;
  await measure('GET /projects/:id', () => readProject(user));
  await measure('git ls-remote', () => git(clone, 'ls-remote', '-q', 'origin'));
  await git(clone, 'commit', '-q', '--allow-empty', '-m', 'Work');
  await measure('git push', () => git(clone, 'push', '-q', 'origin', 'HEAD'));
  await measure('git clone', () => git(clone, 'clone', '-q', '--bare', url, temporaryFolder('clone')));
}

/** Reads a project with a new connection. */
async function readProject({ url, project: { id }, token }: AttackScene['other']): Promise<void> {
  const { origin } = new URL(url);
  const headers = { 'PRIVATE-TOKEN': token };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${origin}/api/v4/projects/${id}`, { agent: false, headers }, resolve).on('error', reject);
  });
  expect(response.statusCode).toBe(200);
  expect(JSON.parse(await text(response))).toMatchObject({ id });
}
