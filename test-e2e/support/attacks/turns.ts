/** Long turns of the event loops of an instance, which requests of others wait for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../git';

/** A turn of the event loop of a process. */
export interface Turn {
  /** Name of the service, and for a child process its script. */
  process: string;
  /** Time of its end. */
  at: number;
  /** Its processor time in milliseconds. */
  ms: number;
}

/** Records the long turns of the processes that are started with `env`. */
export class TurnRecorder {
  private readonly folder = temporaryFolder('turns');
  /** Variables of the measured processes. */
  readonly env = {
    NODE_OPTIONS: `--require=${join(__dirname, 'measure-turns.cjs')}`,
    FORGE_TURNS_FOLDER: this.folder,
  };

  /** Turns that ended after a time. */
  since(start: number): Turn[] {
    const file = join(this.folder, 'turns');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Turn).filter(({ at }) => at > start);
  }
}
