/** Metrics of a store: bytes of content, and the latency of its operations. */
import { finished, type Readable } from 'node:stream';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ObjectStore } from './object-store';

/** Returns a store that measures its use. */
export function measureStore(store: ObjectStore, engine: string, registry: Registry): ObjectStore {
  const registers = [registry];
  const bytes = new Counter({
    name: 'forge_object_bytes_total',
    help: 'Bytes of objects that were written to the object store (put) or read from it (get)',
    labelNames: ['engine', 'operation'],
    registers,
  });
  const seconds = new Histogram({
    name: 'forge_object_seconds',
    help: 'Duration of operations of the object store: put until the object is durable, get until it is open',
    labelNames: ['engine', 'operation'],
    buckets: [0.005, 0.05, 0.5, 5, 50],
    registers,
  });
  const timed = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const end = seconds.startTimer({ engine, operation });
    try {
      return await work();
    } finally {
      end();
    }
  };
  const countRead = (content: Readable): void => {
    let read = 0;
    content.on('data', ({ length }: Buffer) => (read += length)).pause();
    finished(content, () => bytes.inc({ engine, operation: 'get' }, read));
  };
  return {
    async put(key, content, expected) {
      await timed('put', () => store.put(key, content, expected));
      bytes.inc({ engine, operation: 'put' }, expected.size);
    },
    async get(key, range) {
      const opened = await timed('get', () => store.get(key, range));
      if (opened) countRead(opened.content);
      return opened;
    },
    stat: (key) => timed('stat', () => store.stat(key)),
    copy: (from, to) => timed('copy', () => store.copy(from, to)),
    delete: (key) => timed('delete', () => store.delete(key)),
    list: (prefix) => store.list(prefix),
    removeIncomplete: (before) => store.removeIncomplete(before),
  };
}
