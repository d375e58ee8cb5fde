// Programs that a local cluster needs.

import { PlainError } from '../../lib/fail.ts';
import { run, which } from '../../lib/processes.ts';

/**
 * @returns the available container engine
 * @throws with one sentence that lists all missing programs
 */
export async function findTools(): Promise<'docker' | 'podman'> {
  const engine = await findEngine();
  const missing = ['kind', 'kubectl', 'helm'].filter((name) => !which(name));
  const words = [...(engine ? [] : ['docker or podman with a running engine']), ...missing];
  if (!engine || words.length > 0) {
    throw new PlainError(
      `A cluster on this machine needs ${inWords(words)} on the PATH. Without them, npm start runs the mesh.`,
    );
  }
  return engine;
}

async function findEngine() {
  for (const name of ['docker', 'podman'] as const) {
    const path = which(name);
    const isRunning = path && (await run(path, ['info'], { timeoutMs: 20_000 }).catch(() => undefined))?.code === 0;
    if (isRunning) return name;
  }
  return undefined;
}

function inWords(words: string[]) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
