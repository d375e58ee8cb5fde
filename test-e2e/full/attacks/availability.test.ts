/**
 * 200 hostile connections do not stop an instance: while they last, another user reads a project
 * and uses git. `test-results/availability.json` contains the response times.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createAttackScene,
  startAttackedInstance,
  type AttackedInstance,
  type AttackScene,
} from '../../support/attacks/attacked-instance';
import { gitAttacks } from '../../support/attacks/git-attacks';
import { startAttack, type AttackTarget } from '../../support/attacks/hostile-client';
import { httpAttacks } from '../../support/attacks/http-attacks';
import { workAsOther, type Work } from '../../support/attacks/other-user';

const CONNECTIONS = 200;
/** On a machine that no other program uses; else as many times longer as that slows it down. */
const MAX_RESPONSE_MS = 2_000;
const ROUNDS = 3;
const attacks = Object.entries({ ...httpAttacks, ...gitAttacks });
const results = join(__dirname, '../../../test-results');

/** The work of the other user. */
interface Measurement {
  before: Work;
  /** In the order of the rounds. */
  during: Work[];
  after: Work;
}

const measured: Record<string, Measurement> = {};

describe.each(['single', 'separate'] as const)('an instance (%s)', (processes) => {
  let instance: AttackedInstance | undefined;
  let scene: AttackScene;
  beforeAll(async () => {
    instance = await startAttackedInstance(processes);
    scene = await createAttackScene(instance);
    // The first requests of an instance load code and open connections.
    await workAsOther(scene.other);
  });
  afterAll(async () => {
    await instance?.stop();
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'availability.json'), `${JSON.stringify(measured, null, 2)}\n`);
  });

  it.each(attacks)('responds to others while clients %s', async (name, attackOf) => {
    const { targets, other } = scene;
    const before = await workAsOther(other);
    const during: Work[] = [];
    const clients = Array.from({ length: CONNECTIONS }, (_, index) =>
      attackOf(targets[index % targets.length] as AttackTarget),
    );
    const attack = startAttack(clients);
    try {
      await attack.started;
      // Some attacks take effect after a moment.
      for (let round = 0; round < ROUNDS; round++) during.push(await workAsOther(other));
    } finally {
      await attack.stop();
    }
    const measurement = { before, during, after: await workAsOther(other) };
    measured[`${name} (${processes})`] = measurement;
    expect(tooSlow(measurement)).toEqual([]);
  });
});

/** The operations that were too slow in most rounds, with their times. */
function tooSlow({ before, during, after }: Measurement): string[] {
  const limit = MAX_RESPONSE_MS * Math.max(before.slowness, after.slowness);
  return Object.keys(before.times).flatMap((operation) => {
    const times = during.map((round) => round.times[operation] ?? Infinity).sort((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)] as number;
    return median <= limit ? [] : [`${operation}: ${times.join(', ')} ms, the limit is ${Math.round(limit)} ms`];
  });
}
