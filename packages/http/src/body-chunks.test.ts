import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { freeChunk, pipeBody, readChunks } from './body-chunks';

const chunkOf = (text: string): Buffer => {
  const chunk = Buffer.allocUnsafeSlow(text.length);
  chunk.write(text);
  return chunk;
};

describe('freeChunk', () => {
  it('frees a chunk with its own memory, and leaves views of other memory', () => {
    const own = chunkOf('own');
    const view = chunkOf('a longer text').subarray(2);
    freeChunk(own);
    freeChunk(view);
    expect([own.length, String(view)]).toEqual([0, 'longer text']);
  });
});

describe('pipeBody', () => {
  it('writes everything with backpressure, and frees chunks that are written', async () => {
    const [source, written, sent] = [new PassThrough(), [] as string[], [] as Buffer[]];
    const target = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        setImmediate(() => {
          written.push(String(chunk));
          done();
        });
      },
    });
    pipeBody(source, target);
    for (const text of ['one', 'two', 'three']) {
      sent.push(chunkOf(text));
      source.write(sent.at(-1));
    }
    source.end();
    await once(target, 'finish');
    expect(written.join('')).toBe('onetwothree');
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent[0]?.length).toBe(0);
  });

  it('stops when the target closes', async () => {
    const [source, target] = [new PassThrough(), new PassThrough()];
    pipeBody(source, target);
    target.destroy();
    await once(target, 'close');
    expect([source.listenerCount('data'), source.listenerCount('end'), source.destroyed]).toEqual([0, 0, false]);
  });
});

describe('readChunks', () => {
  it('frees each chunk once the next one is requested', async () => {
    const source = new PassThrough();
    const read = readChunks(source);
    source.write(chunkOf('one'));
    const { value: first } = await read.next();
    expect(String(first)).toBe('one');
    source.end(chunkOf('two'));
    expect(String((await read.next()).value)).toBe('two');
    expect([first?.length, (await read.next()).done]).toEqual([0, true]);
  });

  it('leaves the stream open if its reader stops', async () => {
    const source = new PassThrough();
    source.write('one');
    for await (const chunk of readChunks(source)) {
      expect(String(chunk)).toBe('one');
      break;
    }
    expect(source.destroyed).toBe(false);
  });
});
