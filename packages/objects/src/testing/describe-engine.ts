/** The cases of all engines, for suites that start what an engine needs. */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { waitFor } from '@forgemesh/testing';
import { Registry } from 'prom-client';
import type { ObjectEngine } from '../engines';
import { objectKey, type ObjectStore } from '../object-store';

/** An engine, and a look at what it does not show. */
export interface EngineUnderTest {
  engine: ObjectEngine;
  create(registry: Registry): Promise<ObjectStore>;
  /** Number of incomplete writes. */
  countIncomplete(): Promise<number>;
  /** Makes incomplete writes old, if the engine goes by the age of files. */
  ageIncomplete?(): Promise<void>;
}

/** Size of content that the engine `s3` uploads in several parts. */
const LARGE = 12_000_000;

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Declares the cases that every engine passes. */
export function describeEngine({ engine, create, countIncomplete, ageIncomplete }: EngineUnderTest): void {
  const registry = new Registry();
  let store: ObjectStore;
  beforeAll(async () => {
    store = await create(registry);
  });

  /** Stores content in small pieces; returns its key. */
  async function put(content: Buffer, expected: { sha256?: string; size?: number } = {}): Promise<string> {
    const { sha256 = sha256Of(content), size = content.length } = expected;
    const key = objectKey('lfs', sha256);
    const pieces = Array.from({ length: Math.ceil(content.length / 70_000) }, (_, index) =>
      content.subarray(index * 70_000, (index + 1) * 70_000),
    );
    await store.put(key, Readable.from(pieces), { sha256, size });
    return key;
  }

  async function read(key: string, range?: { start: number; end: number }): Promise<Buffer | undefined> {
    const opened = await store.get(key, range);
    return opened ? buffer(opened.content) : undefined;
  }

  async function listed(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of store.list(prefix)) keys.push(key);
    return keys;
  }

  it('stores, reads and deletes objects of any size', async () => {
    for (const size of [0, 1, 3_000_000, LARGE]) {
      const content = randomBytes(size);
      const key = await put(content);
      expect((await read(key))?.equals(content)).toBe(true);
      expect(await store.stat(key)).toEqual({ key, size, stored_at: expect.any(Date) });
      await store.delete(key);
      await store.delete(key);
      expect([await read(key), await store.stat(key)]).toEqual([undefined, null]);
    }
  });

  it('reads parts', async () => {
    const content = randomBytes(1_000_000);
    const key = await put(content);
    for (const [start, end] of [
      [0, 0],
      [10, 599_999],
      [999_999, 999_999],
    ] as const) {
      expect((await read(key, { start, end }))?.equals(content.subarray(start, end + 1))).toBe(true);
      const opened = await store.get(key, { start, end });
      opened?.content.destroy();
      expect(opened?.size).toBe(content.length);
    }
  });

  it.each<[string, { sha256?: string; size?: number }, string]>([
    ['that is too short', { size: 1_001 }, 'size'],
    ['that is too long', { size: 999 }, 'size'],
    ['with another digest', { sha256: 'a'.repeat(64) }, 'digest'],
  ])('refuses content %s, and keeps nothing of it', async (_, expected, difference) => {
    const content = randomBytes(1_000);
    await expect(put(content, expected)).rejects.toMatchObject({ name: 'ContentMismatchError', difference });
    expect(await store.stat(objectKey('lfs', expected.sha256 ?? sha256Of(content)))).toBeNull();
    expect(await countIncomplete()).toBe(0);
  });

  it('keeps nothing of content whose sender disconnects', async () => {
    const content = randomBytes(LARGE);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield content.subarray(0, LARGE - 100);
      throw new Error('gone');
    }
    const expected = { sha256: sha256Of(content), size: content.length };
    const key = objectKey('lfs', expected.sha256);
    await expect(store.put(key, broken(), expected)).rejects.toThrow('gone');
    expect([await store.stat(key), await countIncomplete()]).toEqual([null, 0]);
  });

  it('stores content once, and verifies each copy of it', async () => {
    const content = randomBytes(10_000);
    const key = await put(content);
    const stored = await store.stat(key);
    const opened = await store.get(key);
    await Promise.all([put(content), put(content)]);
    expect(await store.stat(key)).toEqual(stored);
    expect((await buffer(opened!.content)).equals(content)).toBe(true);
    const other = Readable.from([randomBytes(10_000)]);
    const expected = { sha256: sha256Of(content), size: content.length };
    await expect(store.put(key, other, expected)).rejects.toMatchObject({ difference: 'digest' });
    expect((await read(key))?.equals(content)).toBe(true);
  });

  it('copies objects to other kinds, and lists them by prefix in order', async () => {
    const contents = Array.from({ length: 5 }, (_, index) => Buffer.from(`content ${index} ${engine}`));
    const keys = await Promise.all(contents.map((content) => put(content)));
    const copies = keys.map((key) => key.replace(/^lfs/, 'lfs-copies'));
    for (const [index, key] of keys.entries()) expect(await store.copy(key, copies[index]!)).toBe(true);
    expect(await store.copy(keys[0]!, copies[0]!)).toBe(true);
    const missing = '0'.repeat(64);
    expect(await store.copy(objectKey('lfs', missing), objectKey('lfs-copies', missing))).toBe(false);
    await store.delete(keys[0]!);
    expect((await read(copies[0]!))?.equals(contents[0]!)).toBe(true);
    expect(await listed('lfs-copies/')).toEqual([...copies].sort());
    expect(await listed(copies[1]!.slice(0, 'lfs-copies/00/'.length))).toContain(copies[1]);
    expect(await listed('none/')).toEqual([]);
    expect(await listed('')).toEqual(expect.arrayContaining([...keys.slice(1), ...copies]));
  });

  it('refuses keys that name no object', async () => {
    const digest = 'ab'.repeat(32);
    for (const key of ['', '../x', `lfs/ab/ab/../../${digest}`, `lfs/00/ab/${digest}`, `lfs/ab/ab/${digest}\0`]) {
      await expect(store.get(key)).rejects.toThrow('names no object');
      await expect(store.delete(key)).rejects.toThrow('names no object');
    }
    await expect(listed('../')).rejects.toThrow('begins no key');
    expect(() => objectKey('../lfs', digest)).toThrow('a kind and a SHA-256');
  });

  it('removes what interrupted writes left', async () => {
    const content = randomBytes(LARGE);
    let arrived: (() => void) | undefined;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    let end: (() => void) | undefined;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield content;
      arrived?.();
      await new Promise<void>((resolve) => (end = resolve));
    }
    const expected = { sha256: 'b'.repeat(64), size: 2 * LARGE };
    const writing = store.put(objectKey('lfs', expected.sha256), endless(), expected);
    writing.catch(() => undefined);
    await hasArrived;
    await store.removeIncomplete(new Date(Date.now() - 60_000));
    await waitFor(countIncomplete, (count) => count === 1);
    await ageIncomplete?.();
    await store.removeIncomplete(new Date(Date.now() + 60_000));
    expect(await countIncomplete()).toBe(0);
    end?.();
    await expect(writing).rejects.toThrow();
  });

  it('measures bytes and operations', async () => {
    const metrics = await registry.metrics();
    for (const operation of ['put', 'get']) {
      const pattern = new RegExp(`forge_object_bytes_total\\{engine="${engine}",operation="${operation}"\\} (\\d+)`);
      expect(Number(pattern.exec(metrics)?.[1])).toBeGreaterThan(3_000_000);
      expect(metrics).toContain(`forge_object_seconds_count{engine="${engine}",operation="${operation}"}`);
    }
  });
}
