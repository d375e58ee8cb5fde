import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OutputPipe, TakeChunk } from './output-pipe';
import { OutputPipes } from './output-pipes';

const MIB = 1024 * 1024;

let folder: string;
let pipes: OutputPipes;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-pipes-'));
  const opened = await OutputPipes.open(path.join(folder, 'pipes'));
  if (opened === undefined) throw new Error('No pipes');
  pipes = opened;
});
afterEach(() => {
  pipes.close();
  rmSync(folder, { recursive: true });
});

/** Starts a process that writes to a pipe. */
function startWriter(pipe: OutputPipe, script: string): void {
  spawn('sh', ['-c', script], { stdio: ['ignore', pipe.input, 'ignore'] });
  pipe.input?.destroy();
}

async function read(pipe: OutputPipe, take: (chunk: Buffer, read: Buffer[]) => ReturnType<TakeChunk>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await pipe.forEach((chunk) => take(chunk, chunks));
  return Buffer.concat(chunks);
}

/** Bytes that differ everywhere, in a file that a process can write. */
function writeContent(): { file: string; content: Buffer } {
  const content = Buffer.alloc(3 * MIB);
  for (let at = 0; at < content.length; at += 4) content.writeUInt32BE(at, at);
  const file = path.join(folder, 'content');
  writeFileSync(file, content);
  return { file, content };
}

describe('the output of a process', () => {
  it('is read completely and in order, in reused buffers', async () => {
    const { file, content } = writeContent();
    const pipe = await pipes.create();
    startWriter(pipe, `cat ${file}`);
    const buffers = new Set<ArrayBufferLike>();
    const found = await read(pipe, async (chunk, chunks) => {
      buffers.add(chunk.buffer);
      chunks.push(Buffer.from(chunk));
    });
    expect(found.equals(content)).toBe(true);
    expect(buffers.size).toBe(2);
  });

  it('is not overwritten while it is in use, and is read on meanwhile', async () => {
    const { file, content } = writeContent();
    const pipe = await pipes.create();
    startWriter(pipe, `cat ${file}`);
    let release: () => void = () => undefined;
    const inUse = new Promise<void>((resolve) => (release = resolve));
    let first: Buffer | undefined;
    let size = 0;
    const found = await read(pipe, async (chunk, chunks) => {
      size += chunk.length;
      if (size === content.length) release();
      if (first === undefined) {
        first = chunk;
        return { inUse };
      }
      chunks.push(Buffer.from(chunk));
      return undefined;
    });
    expect(Buffer.concat([first ?? Buffer.alloc(0), found]).equals(content)).toBe(true);
  });

  it('ends with the process, also without output', async () => {
    const pipe = await pipes.create();
    startWriter(pipe, 'exit 1');
    expect(await read(pipe, async () => undefined)).toHaveLength(0);
  });

  it('belongs to one process, however many start at the same time', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const found = await Promise.all(
      numbers.map(async (number) => {
        const pipe = await pipes.create();
        startWriter(pipe, `echo ${number}`);
        return String(await read(pipe, async (chunk, chunks) => void chunks.push(Buffer.from(chunk))));
      }),
    );
    expect(found).toEqual(numbers.map((number) => `${number}\n`));
  });

  it('stops a process when nobody reads it any more', async () => {
    const pipe = await pipes.create();
    const writer = spawn('sh', ['-c', 'exec yes'], { stdio: ['ignore', pipe.input, 'ignore'] });
    pipe.input?.destroy();
    pipe.destroy();
    expect(await once(writer, 'exit')).toEqual([null, 'SIGPIPE']);
  });
});

it('there are no pipes where the address of a socket would be too long', async () => {
  expect(await OutputPipes.open(path.join(folder, 'long'.repeat(30)))).toBeUndefined();
});
