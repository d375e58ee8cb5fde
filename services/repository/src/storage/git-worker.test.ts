import { execFileSync } from 'node:child_process';
import { asRoot, waitFor, mesh, commitFiles } from '@forgemesh/testing';
import { createRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();

/** Process ids of the git workers of the mesh's repository service. */
function workers(): number[] {
  const service = mesh().processes['repository']?.pid;
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='])
    .toString()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => parent === String(service) && args.join(' ').includes('worker/main'))
    .map(([pid]) => Number(pid));
}

describe('a git worker that dies', () => {
  it('is restarted without visible failures', async () => {
    const project = await createRepository();
    for (let round = 0; round < 3; round++) {
      expect(workers()).toHaveLength(2);
      for (const pid of workers()) process.kill(pid, 'SIGKILL');
      expect((await root.get(`${project.repository}/tree`)).status).toBe(200);
      await commitFiles(root, `/projects/${project.id}`, { [`file-${round}`]: 'x' });
      const git = await GitClone.of(project, mesh().rootToken);
      await waitFor(
        () => git.run('pull', '-q', 'origin', 'main'),
        ({ code }) => code === 0,
      );
      await git.commit(`pushed-${round}`, 'p');
      expect((await git.run('push', '-q', 'origin', 'main')).code).toBe(0);
      git.remove();
    }
    expect((await root.get(`${project.repository}/commits`)).headers.get('x-total')).toBe('7');
  });
});

describe('PUT /application/settings', () => {
  it('storage_timeout_fast: a request fails soon if the storage does not respond', async () => {
    const project = await createRepository();
    const path = `${project.repository}/commits/main`;
    await root.put('/application/settings', { storage_timeout_fast: 1 });
    const stopped = workers();
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    try {
      const start = Date.now();
      expect((await root.get(path)).status).toBe(503);
      // The default is ten seconds.
      expect(Date.now() - start).toBeLessThan(9_000);
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
      await root.put('/application/settings', { storage_timeout_fast: 10 });
    }
    expect((await root.get(path)).status).toBe(200);
  });
});
