/** Metrics of the stores of a process: bytes of content, and the latency of operations. */
import { finished, type Readable } from 'node:stream';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ObjectStore } from './object-store';

type Labels = 'engine' | 'operation';

/** Metrics that all stores of a process share. */
export interface ObjectMetrics {
  bytes: Counter<Labels>;
  seconds: Histogram<Labels>;
}

/** Adds the metrics to a registry. */
export function createObjectMetrics(registry: Registry): ObjectMetrics {
  const labelNames: Labels[] = ['engine', 'operation'];
  const registers = [registry];
  return {
    bytes: new Counter({
      name: 'forge_object_bytes_total',
      help: 'Bytes of objects that were written to the object store (put) or read from it (get)',
      labelNames,
      registers,
    }),
    seconds: new Histogram({
      name: 'forge_object_seconds',
      help: 'Duration of operations of the object store: put until the object is durable, get until it is open',
      labelNames,
      buckets: [0.005, 0.05, 0.5, 5, 50],
      registers,
    }),
  };
}

/** Returns a store that measures its use. */
export function measureStore(store: ObjectStore, engine: string, { bytes, seconds }: ObjectMetrics): ObjectStore {
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
    signedAddress: (key, seconds) => store.signedAddress(key, seconds),
    direct: store.direct && {
      ...store.direct,
      complete: (upload, key) => timed('complete', async () => (await store.direct?.complete(upload, key)) ?? false),
    },
  };
}
