// Passwords of the embedded datastores, created at the first start and readable only by the owner
// of the data folder.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (dataDir: string, engine: 'mongodb' | 'nats') => join(dataDir, 'keys', `${engine}-passwords.json`);

/**
 * Creates missing passwords and removes those of users that no longer exist.
 * @returns passwords by user
 */
export function ensurePasswords(
  dataDir: string,
  engine: 'mongodb' | 'nats',
  users: readonly string[],
): Record<string, string> {
  const existing = readPasswords(dataDir, engine);
  const passwords = Object.fromEntries(
    users.map((user) => [user, existing[user] ?? randomBytes(24).toString('base64url')]),
  );
  if (JSON.stringify(passwords) === JSON.stringify(existing)) return passwords;
  const file = fileOf(dataDir, engine);
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return passwords;
}

/** @returns passwords by user; empty if the datastore has none */
export function readPasswords(dataDir: string, engine: 'mongodb' | 'nats'): Record<string, string> {
  const file = fileOf(dataDir, engine);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Administrator of an embedded datastore. */
export const ADMINISTRATOR = 'forgemesh';

/**
 * Address of an embedded datastore for one user.
 * @param url with the user and password of the administrator, or of an external datastore
 * @param passwords of the embedded datastore by user
 * @returns the unchanged address if the datastore is external, or has no such user
 */
export function addressFor(url: string, user: string, passwords: Record<string, string>) {
  const password = passwords[user];
  if (password === undefined || !isAdministrator(url, passwords)) return url;
  const own = new URL(url);
  own.username = user;
  own.password = password;
  return own.href;
}

/** Whether an address is that of the administrator of the embedded datastore. */
export function isAdministrator(url: string, passwords: Record<string, string>): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === ADMINISTRATOR && password === passwords[ADMINISTRATOR];
}
