import { chmodSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalGit, localGit } from '../../testing/local-context';
import { generator, randomHistory } from '../../testing/random-history';
import { ScratchRepository } from '../../testing/scratch-repository';
import { ObjectFiles } from './object-files';
import { PackPool } from './pack-pool';

const IDLE_MS = 60_000;

let scratch: ScratchRepository;
let pool: PackPool;

beforeEach(() => {
  pool = new PackPool(IDLE_MS);
});
afterEach(() => {
  pool.close();
  scratch.remove();
});

/** Ids of all objects of the repository. */
function allIds(): string[] {
  return scratch.git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)').split('\n');
}

/** Objects as git reads them, in the form that `cat-file --batch` has. */
function readByGit(ids: string[]): string {
  return scratch.gitWith({ input: ids.join('\n') }, 'cat-file', '--batch', '--buffer');
}

function packFolder(): string {
  return join(scratch.repo, 'objects/pack');
}

function packFiles(extension: string): string[] {
  return readdirSync(packFolder())
    .filter((name) => name.endsWith(extension))
    .map((name) => join(packFolder(), name));
}

/** The objects that are read without git, as `cat-file --batch` prints them. */
function readAll(files: ObjectFiles, ids: string[]): string {
  return ids
    .map((id) => {
      const object = files.read(id);
      return object === undefined
        ? `${id} left to git`
        : `${id} ${object.type} ${object.size}\n${object.data.toString()}`;
    })
    .join('\n');
}

describe('objects of packs', () => {
  it.each([
    { name: 'deltas by offset', config: ['-c', 'repack.useDeltaBaseOffset=true'] },
    { name: 'deltas by id', config: ['-c', 'repack.useDeltaBaseOffset=false'] },
    { name: 'no compression', config: ['-c', 'core.compression=0'] },
    { name: 'many deltas', config: ['-c', 'pack.depth=60', '-c', 'pack.window=100'] },
  ])('are those of git ($name)', ({ config }) => {
    scratch = randomHistory({ seed: 71, commits: 300 }).scratch;
    scratch.git('-c', 'user.name=a', '-c', 'user.email=b', 'tag', '-a', '-m', 'release', 'v1', 'main');
    scratch.git(...config, 'repack', '-a', '-d', '-f', '-q');
    const ids = allIds();
    const read = readAll(new ObjectFiles(scratch.repo, pool), ids);
    expect(read === readByGit(ids)).toBe(true);
    expect(pool.size).toBe(1);
    // In another order, and some from the cache.
    const shuffled = ids.toSorted((a, b) => (a.slice(-8) < b.slice(-8) ? -1 : 1));
    expect(readAll(new ObjectFiles(scratch.repo, pool), shuffled) === readByGit(shuffled)).toBe(true);
  });

  it('are found in many packs, and after these were replaced', () => {
    scratch = new ScratchRepository();
    const files = new ObjectFiles(scratch.repo, pool);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push(scratch.commit(`commit ${n}`, { [`file-${n}`]: `${n}` }));
      scratch.git('repack', '-dq');
      expect(files.read(ids.at(-1)!)?.type).toBe('commit');
    }
    expect(packFiles('.pack')).toHaveLength(5);
    expect(readAll(files, ids)).toBe(readByGit(ids));
    expect(pool.size).toBe(5);
    scratch.git('repack', '-adq');
    const newest = scratch.commit('newest', { file: 'x' });
    // A search without a result notices that the folder has changed.
    expect(files.read(newest)).toBeUndefined();
    expect(pool.size).toBe(1);
    expect(readAll(files, ids)).toBe(readByGit(ids));
    expect(pool.size).toBe(1);
  });

  it('are left to git if they are missing, loose or large', () => {
    scratch = new ScratchRepository();
    const random = generator(3);
    const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)));
    scratch.commit('one', { large: noise(200_000), 'as-large-as-possible': noise(128 * 1024) });
    scratch.git('repack', '-adq');
    const loose = scratch.commit('two', { small: 'x' });
    const files = new ObjectFiles(scratch.repo, pool);
    const idOf = (path: string) => scratch.git('rev-parse', `main:${path}`);
    expect(files.read(idOf('as-large-as-possible'))?.size).toBe(128 * 1024);
    expect(files.read(idOf('large'))).toBeUndefined();
    expect(files.read(loose)).toBeUndefined();
    expect(files.read('1'.repeat(40))).toBeUndefined();
    rmSync(packFolder(), { recursive: true });
    expect(files.read('2'.repeat(40))).toBeUndefined();
    expect(new ObjectFiles(join(scratch.work, 'absent'), pool).read(loose)).toBeUndefined();
  });

  it('are never wrong in a damaged pack', () => {
    scratch = randomHistory({ seed: 72, commits: 60 }).scratch;
    scratch.git('repack', '-adq');
    const ids = allIds();
    const intact = new Map(ids.map((id) => [id, new ObjectFiles(scratch.repo, pool).read(id)!.data.toString('hex')]));
    const [pack = ''] = packFiles('.pack');
    const [index = ''] = packFiles('.idx');
    for (const file of [pack, index]) {
      chmodSync(file, 0o644);
      const content = readFileSync(file);
      const random = generator(5);
      let lost = 0;
      for (let turn = 0; turn < 150; turn += 1) {
        const damaged = Buffer.from(content);
        for (let n = 0; n <= turn % 8; n += 1) damaged[Math.floor(random() * damaged.length)]! ^= 1 << (turn % 8);
        writeFileSync(file, turn % 10 === 9 ? damaged.subarray(0, Math.floor(random() * damaged.length)) : damaged);
        const ownPool = new PackPool(IDLE_MS);
        const files = new ObjectFiles(scratch.repo, ownPool);
        for (const id of ids) {
          const read = files.read(id);
          if (read === undefined) lost += 1;
          else if (read.data.toString('hex') !== intact.get(id)) throw new Error(`${id} is wrong in turn ${turn}`);
        }
        ownPool.close();
      }
      expect(lost).toBeGreaterThan(0);
      writeFileSync(file, content);
    }
    expect(readAll(new ObjectFiles(scratch.repo, pool), ids)).toBe(readByGit(ids));
  });
});

describe('a repository', () => {
  let git: LocalGit;

  beforeEach(() => {
    git = localGit({ idleMs: 100 });
  });
  afterEach(() => git.close());

  const repository = () => git.context.repository(scratch.repo);

  /** Descriptors of this process for packs of the repository, removed ones included. */
  function openPacks(): string[] {
    return readdirSync('/proc/self/fd').flatMap((descriptor) => {
      const path = `/proc/self/fd/${descriptor}`;
      const target = targetOf(path);
      return target.includes(scratch.repo) && target.includes('.pack') ? [target] : [];
    });
  }

  function targetOf(path: string): string {
    try {
      return readlinkSync(path);
    } catch {
      // The descriptor of the listing itself.
      return '';
    }
  }

  async function waitUntilClosed(): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (openPacks().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(openPacks()).toEqual([]);
  }

  it('reads packed objects without a process, and the others through git', async () => {
    scratch = new ScratchRepository();
    const packed = scratch.commit('one', { a: '1' });
    scratch.git('repack', '-adq');
    expect(await repository().info(packed)).toMatchObject({ type: 'commit' });
    expect((await repository().read(packed))?.data.toString()).toContain('one');
    expect(git.persistentProcesses()).toBe(0);
    const loose = scratch.commit('two', { a: '2' });
    expect((await repository().read(loose))?.data.toString()).toContain('two');
    expect(git.persistentProcesses()).toBe(1);
    expect(await repository().read('3'.repeat(40))).toBeUndefined();
  });

  it('closes packs that are idle, were removed, or belong to a removed or replaced repository', async () => {
    scratch = new ScratchRepository();
    const id = scratch.commit('one', { a: '1' });
    scratch.git('repack', '-adq');
    const read = async () => (await repository().read(id))?.type;
    expect(await read()).toBe('commit');
    expect(openPacks()).toHaveLength(1);
    await waitUntilClosed();
    expect(await read()).toBe('commit');
    repository().close();
    expect(openPacks()).toEqual([]);
    expect(await read()).toBe('commit');
    rmSync(scratch.repo, { recursive: true });
    expect(await read()).toBeUndefined();
    expect(openPacks()).toEqual([]);
  });

  it('leaves a damaged pack to git, which finds no object there', async () => {
    scratch = new ScratchRepository();
    const id = scratch.commit('one', { a: '1' });
    scratch.git('repack', '-adq');
    const [pack = ''] = packFiles('.pack');
    chmodSync(pack, 0o644);
    const content = readFileSync(pack);
    writeFileSync(pack, content.fill(0xff, 13, content.length - 20));
    expect(await repository().read(id)).toBeUndefined();
    expect(git.persistentProcesses()).toBe(1);
  });
});
