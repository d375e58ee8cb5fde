// Backup of the repositories of all storages, each as a tar of its folder, while pushes continue.
// Those whose content is in the database and the objects are not copied (`kept-repositories.ts`).
//
// The repositories are copied after the databases, so every commit that a document refers to is
// included. In each repository the reflog is copied before the refs, and the refs before the
// objects: after a restore, the services reconcile interrupted writes from refs and reflog, as
// after a crash. Forks share objects by hard links; after a restore each has its own copy.

import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PlainError } from '../lib/fail.ts';
import { snapshotFiles, tarStream } from '../lib/libraries.ts';
import type { Backup, OpenedBackup } from './archive.ts';
import type { Log } from '../lib/log.ts';
import type { Readable } from 'node:stream';

const repositoryName = /^([0-9a-f]{2})([0-9a-f]{2})[0-9a-f]{60}(\.wiki)?\.git$/;
const inRepository = /^(config|HEAD|packed-refs|(refs|logs|objects)\/.+)$/;
/** Folders that git expects even in an empty repository. */
const folders = ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags'];

/**
 * @param folder of all storages
 * @param kept names of the repositories that are not copied
 * @returns number of repositories
 */
export async function backUpRepositories(
  folder: string,
  kept: ReadonlySet<string>,
  backup: Backup,
  log: Log,
): Promise<number> {
  let count = 0;
  for (const { storage, name, repo } of repositoriesBelow(folder)) {
    log.progress(`${count} repositories`);
    if (kept.has(name)) continue;
    // The repository may have been deleted since it was listed.
    if (!existsSync(join(repo, 'HEAD'))) continue;
    await backup.write(`repositories/${storage}/${name}.tar`, packRepository(repo));
    count++;
  }
  return count;
}

function* repositoriesBelow(folder: string) {
  for (const storage of entries(folder)) {
    const hashed = join(folder, storage, '@hashed');
    for (const one of entries(hashed)) {
      for (const two of entries(join(hashed, one))) {
        for (const name of entries(join(hashed, one, two))) {
          if (repositoryName.test(name)) yield { storage, name, repo: join(hashed, one, two, name) };
        }
      }
    }
  }
}

function entries(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function packRepository(repo: string): Readable {
  const pack = tarStream().pack();
  const fill = async () => {
    for (const name of ['config', ...filesBelow(repo, 'logs')]) {
      const content = existsSync(join(repo, name)) ? readFileSync(join(repo, name)) : Buffer.alloc(0);
      // An incomplete last line is dropped.
      pack.entry({ name }, content.subarray(0, content.lastIndexOf('\n') + 1));
    }
    for await (const { name, handle, size } of snapshotFiles()(repo)) {
      const entry = pack.entry({ name, size });
      if (size === 0) entry.end();
      else await pipeline([createReadStream('', { fd: handle, autoClose: false, start: 0, end: size - 1 }), entry]);
    }
    pack.finalize();
  };
  fill().catch((error) => pack.destroy(error));
  return pack;
}

function filesBelow(repo: string, folder: string): string[] {
  if (!existsSync(join(repo, folder))) return [];
  return readdirSync(join(repo, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(repo, name) : name.endsWith('.lock') ? [] : [name];
  });
}

/**
 * @param folder of all storages
 * @throws if the folder contains repositories
 */
export function assertNoRepositories(folder: string) {
  const [found] = repositoriesBelow(folder);
  if (!found) return;
  throw new PlainError(`The folder ${folder} holds repositories: a backup is restored into an empty mesh only.`);
}

/** @param folder of all storages */
export async function restoreRepositories(folder: string, backup: OpenedBackup, log: Log) {
  const files = backup.files('repositories');
  for (const [at, { path }] of files.entries()) {
    log.progress(`${at} of ${files.length} repositories`);
    const [, storage = '', file = ''] = path.split('/');
    const name = file.slice(0, -'.tar'.length);
    const [, one = '', two = ''] = repositoryName.exec(name) ?? [];
    if (!one) throw new PlainError(`The backup names ${path}, which is not a repository.`);
    await unpackRepository(backup.read(path), join(folder, storage, '@hashed', one, two, name));
  }
}

async function unpackRepository(content: Readable, repo: string) {
  for (const name of folders) mkdirSync(join(repo, name), { recursive: true });
  const extract = tarStream().extract();
  const reading = pipeline([content, extract]);
  // A failure is reported by the iteration over the entries.
  reading.catch(() => undefined);
  for await (const entry of extract) {
    const { name } = entry.header;
    if (!inRepository.test(name) || normalize(name) !== name)
      throw new PlainError(`${name} is not a file of a repository.`);
    mkdirSync(dirname(join(repo, name)), { recursive: true });
    // Git creates object files read-only.
    const mode = name.startsWith('objects/') ? 0o444 : 0o644;
    await pipeline([entry, createWriteStream(join(repo, name), { mode, flags: 'wx', flush: true })]);
  }
  await reading;
}
