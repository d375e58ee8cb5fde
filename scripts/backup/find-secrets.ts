// Chooses the secrets of a restored instance: the secrets of the backup, or existing ones if they
// can decrypt the data of the backup.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { findSecretsFile, hasKeys, readSecretsFile, type Secrets, type SecretsRecord } from './secrets-file.ts';
import type { OpenedBackup } from './archive.ts';

/**
 * Finds and opens the secrets of a backup before anything is started or written.
 * @param options `target` is the folder for the secrets of the instance, undefined if they are not
 *   restored
 * @returns undefined if no secrets are restored
 * @throws {PlainError}
 */
export async function findSecrets(
  backup: OpenedBackup,
  {
    folder,
    target,
    file,
    passphrase,
  }: { folder: string; target: string | undefined; file?: string; passphrase?: string },
): Promise<Secrets | undefined> {
  if (target === undefined) {
    if (file !== undefined)
      throw new PlainError('With --secrets-file, --secrets must name the folder for its content.');
    return undefined;
  }
  const isOwned = existsSync(join(target, 'secret'));
  const { secrets: record } = backup.manifest;
  const included = backup.files('secrets');
  const path = record && (file ?? findSecretsFile(folder, record));
  if (isOwned && (path !== undefined || included.length > 0)) {
    throw new PlainError(
      `The folder ${target} belongs to a mesh: a backup is restored into an empty mesh only, one that was never started.`,
    );
  }
  if (isOwned) return assertOwnSecrets(target, record);
  if (included.length > 0) return readIncluded(backup);
  if (!record) {
    throw new PlainError(
      `The backup was made without secrets: restore it with --repositories, for an instance that has its secrets already.`,
    );
  }
  if (path === undefined) {
    throw new PlainError(
      `The secrets of the backup are missing: ${record.file} is not beside ${folder}. Name it with --secrets-file, or put ` +
        `the secrets of the instance into ${target} first.`,
    );
  }
  return readSecretsFile(path, passphrase, record);
}

/** @returns undefined, because no secrets are restored */
function assertOwnSecrets(target: string, record: SecretsRecord | undefined): undefined {
  if (!record) {
    throw new PlainError(
      `The backup was made without secrets, so it cannot be compared with the secret in ${target}: restore it with --repositories.`,
    );
  }
  if (!hasKeys(readFileSync(join(target, 'secret'), 'utf8').trim(), record.key_ids)) {
    throw new PlainError(
      `The secret in ${target} is not that of the backup and could not open its data: restore the backup with its secrets ` +
        `file (${record.file}) into an empty folder.`,
    );
  }
  return undefined;
}

/** Reads the secrets of a backup in format 1, which stored them among its files. */
async function readIncluded(backup: OpenedBackup) {
  const secrets = new Map();
  for (const { path } of backup.files('secrets')) {
    const parts = [];
    for await (const part of backup.read(path)) parts.push(part);
    secrets.set(path.slice('secrets/'.length), Buffer.concat(parts));
  }
  return secrets;
}
