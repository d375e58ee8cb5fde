// What the databases alone are worth nothing without: the secret that keys digests of tokens and opens secrets at rest, the
// administrator's token, the signing keys and the host key of SSH.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** In a data folder; the secret comes last: it makes the folder one of ours. */
const ofDataFolder = ['keys', 'root-token', 'secret'];

/**
 * @typedef {object} SecretsPlace
 * @property {string} folder
 * @property {boolean} isDataFolder holds other things too
 */

/**
 * @param {SecretsPlace} place
 * @param {import('./archive.mjs').Backup} backup
 * @returns {Promise<number>} count of files
 */
export async function backUpSecrets(place, backup) {
  const files = filesOf(place);
  for (const name of files) await backup.write(`secrets/${name}`, [readFileSync(join(place.folder, name))]);
  return files.length;
}

/** @param {SecretsPlace} place @returns {string[]} */
function filesOf({ folder, isDataFolder }) {
  const names = isDataFolder ? ofDataFolder.filter((name) => existsSync(join(folder, name))) : readdirSync(folder);
  return names.flatMap((name) => {
    // A mounted Secret has its files behind links, in folders with two dots.
    if (name.startsWith('..')) return [];
    if (name !== 'keys') return [name];
    return readdirSync(join(folder, name)).map((file) => `${name}/${file}`);
  });
}

/**
 * @param {SecretsPlace} place
 * @param {import('./archive.mjs').OpenedBackup} backup
 */
export async function restoreSecrets({ folder }, backup) {
  for (const { path } of backup.files('secrets')) {
    const target = join(folder, path.slice('secrets/'.length));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const parts = [];
    for await (const part of backup.read(path)) parts.push(part);
    writeFileSync(target, Buffer.concat(parts), { mode: 0o600, flush: true });
  }
}
