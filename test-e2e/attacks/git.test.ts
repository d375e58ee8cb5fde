/**
 * Git clients that try to occupy an instance: while 200 of them do, another user lists refs and
 * pushes. More kinds of attacks are in `availability.test.ts`.
 */
import { startAttackScene, type AttackScene } from '../support/attacks/attacked-instance';
import { gitAttacks } from '../support/attacks/git-attacks';
import { startAttack } from '../support/attacks/hostile-client';
import type { AttackTarget } from '../support/attacks/kinds';
import { git } from '../support/git';

const CONNECTIONS = 200;
/** Generous, because other suites use the machine, too: an occupied instance does not respond. */
const MAX_RESPONSE_MS = 15_000;

describe('git', () => {
  let scene: AttackScene | undefined;
  beforeAll(async () => {
    scene = await startAttackScene('single');
  });
  afterAll(() => scene?.stop());

  it.each(Object.entries(gitAttacks))('serves others while clients %s', async (_, attackOf) => {
    const { targets, other } = scene as AttackScene;
    const clients = Array.from({ length: CONNECTIONS }, (__, index) =>
      attackOf(targets[index % targets.length] as AttackTarget),
    );
    const attack = startAttack(clients);
    try {
      await attack.started;
      for (const args of [
        ['ls-remote', '-q', 'origin'],
        ['commit', '-q', '--allow-empty', '-m', 'Work'],
        ['push', '-q', 'origin', 'HEAD'],
      ]) {
        const start = performance.now();
        await git(other.clone, ...args);
        expect(performance.now() - start).toBeLessThan(MAX_RESPONSE_MS);
      }
    } finally {
      await attack.stop();
    }
  });
});
