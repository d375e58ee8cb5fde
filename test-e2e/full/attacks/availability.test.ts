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
import { workAsOther, type WorkTimes } from '../../support/attacks/other-user';

const CONNECTIONS = 200;
const MAX_RESPONSE_MS = 2_000;
/**
 * Other suites use the machine, too: an operation may also take this many times as long as before
 * the attack, which takes part of the processor.
 */
const MAX_SLOWDOWN = 10;
const ROUNDS = 3;
const attacks = Object.entries({ ...httpAttacks, ...gitAttacks });
const results = join(__dirname, '../../../test-results');

/** Milliseconds of each operation of the other user. */
interface Measurement {
  /** Before the attack. */
  before: WorkTimes;
  /** During the attack, in the order of the rounds. */
  during: WorkTimes[];
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
    const measurement: Measurement = { before: await workAsOther(other), during: [] };
    measured[`${name} (${processes})`] = measurement;
    const clients = Array.from({ length: CONNECTIONS }, (_, index) =>
      attackOf(targets[index % targets.length] as AttackTarget),
    );
    const attack = startAttack(clients);
    try {
      await attack.started;
      // Some attacks take effect after a moment.
      for (let round = 0; round < ROUNDS; round++) measurement.during.push(await workAsOther(other));
    } finally {
      await attack.stop();
    }
    expect(tooSlow(measurement)).toEqual([]);
  });
});

/** The operations that were too slow in most rounds, with their times. */
function tooSlow({ before, during }: Measurement): string[] {
  return Object.entries(before).flatMap(([operation, undisturbed]) => {
    const times = during.map((round) => round[operation] ?? Infinity).sort((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)] as number;
    const limit = Math.max(MAX_RESPONSE_MS, MAX_SLOWDOWN * undisturbed);
    return median <= limit ? [] : [`${operation}: ${times.join(', ')} ms, ${undisturbed} ms before the attack`];
  });
}
