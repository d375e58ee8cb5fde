// Passwords of the embedded engines, made at the first start and readable to the owner of the data
// folder only.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (dataDir: string, engine: 'mongodb' | 'nats') => join(dataDir, 'keys', `${engine}-passwords.json`);

/**
 * Makes those that are missing. Those of users that do not exist any more are removed.
 * @returns passwords by user
 */
export function ensurePasswords(
  dataDir: string,
  engine: 'mongodb' | 'nats',
  users: readonly string[],
): Record<string, string> {
  const known = readPasswords(dataDir, engine);
  const passwords = Object.fromEntries(
    users.map((user) => [user, known[user] ?? randomBytes(24).toString('base64url')]),
  );
  if (JSON.stringify(passwords) === JSON.stringify(known)) return passwords;
  const file = fileOf(dataDir, engine);
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return passwords;
}

/** @returns passwords by user; empty where the engine has none */
export function readPasswords(dataDir: string, engine: 'mongodb' | 'nats'): Record<string, string> {
  const file = fileOf(dataDir, engine);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * The address of an engine for one user.
 * @param url with the user and password of the administrator, or of an engine that is not ours
 * @param password undefined leaves the address as it is
 */
export function addressFor(url: string, user: string, password: string | undefined, administrator: string) {
  if (password === undefined || !URL.canParse(url) || new URL(url).username !== administrator) return url;
  const own = new URL(url);
  own.username = user;
  own.password = password;
  return own.href;
}
