import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Enough that two uncoordinated processes would choose some ports twice. */
const MANY = 500;

/** Prints free ports, and keeps them until its input ends. */
const taker = `
  import { freePorts } from ${JSON.stringify(join(__dirname, 'ports.ts'))};
  console.log(JSON.stringify(await freePorts(Number(process.argv[1]))));
  process.stdin.resume();`;

const argumentsOf = (count: number) => ['--input-type=module', '-e', taker, String(count)];

async function firstLine(child: ChildProcess): Promise<number[]> {
  let text = '';
  child.stdout?.setEncoding('utf8');
  for await (const part of child.stdout ?? []) if ((text += part as string).includes('\n')) break;
  return JSON.parse(text) as number[];
}

describe('freePorts', () => {
  it('gives two concurrent processes different ports', async () => {
    const takers = [1, 2].map(() => spawn(process.execPath, argumentsOf(MANY)));
    try {
      const ports = (await Promise.all(takers.map(firstLine))).flat();
      expect(new Set(ports).size).toBe(2 * MANY);
    } finally {
      await Promise.all(
        takers.map((child) => {
          child.kill();
          return once(child, 'exit');
        }),
      );
    }
  });

  it('does not keep an idle process alive', async () => {
    const ended = promisify(execFile)(process.execPath, argumentsOf(2));
    ended.child.stdin?.end();
    expect(JSON.parse((await ended).stdout)).toHaveLength(2);
  });
});
