/** Measures what a user experiences during an attack. */
import { join } from 'node:path';
import { runAsync } from '@forgemesh/testing/shell';
import { gitEnvironment, temporaryFolder } from '../git';
import type { AttackScene } from './attacked-instance';

/** What a user experiences. */
export interface Work {
  /** Milliseconds by operation. */
  times: Record<string, number>;
  /** How much longer than alone a process takes, because other programs use the machine. */
  slowness: number;
}

/** Reads a project, and lists, pushes and clones its repository. Rejects if anything fails. */
export async function workAsOther({ clone, project, token, url }: AttackScene['other']): Promise<Work> {
  const other = { clone, project: project.id, token, url, scratch: temporaryFolder('clone') };
  const { code, stdout, stderr } = await runAsync({
    program: process.execPath,
    args: [join(__dirname, 'work-as-other.cjs'), JSON.stringify(other)],
    cwd: clone,
    env: gitEnvironment,
  });
  if (code !== 0) throw new Error(`the work of another user failed: ${stderr.toString()}`);
  return JSON.parse(stdout.toString()) as Work;
}
