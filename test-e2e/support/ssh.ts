/** The ssh client of the machine as a user runs it: keys in files, no configuration, no agent. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unique, type TestUser } from '@forgemesh/testing';

const run = promisify(execFile);

/** A key pair in files. */
export interface Key {
  file: string;
  text: string;
}

/** Creates a key pair in a folder. */
export async function createKey(folder: string, type = 'ed25519'): Promise<Key> {
  const file = join(folder, unique('key'));
  await run('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', 'test', '-f', file]);
  return { file, text: readFileSync(`${file}.pub`, 'utf8') };
}

/** Adds a key to a user. */
export async function addKey(user: TestUser, { text }: Key): Promise<void> {
  const { status } = await user.api.post('/user/keys', { title: unique('key'), key: text });
  if (status !== 201) throw new Error(`key not added: ${status}`);
}

/** Options of ssh that select only this key. */
export const optionsOf = ({ file }: Key): string[] => [
  ...['-F', '/dev/null', '-i', file, '-o', 'IdentitiesOnly=yes', '-o', 'IdentityAgent=none', '-o', 'BatchMode=yes'],
  ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR'],
];

/** Options of git that connect with this key, followed by additional ssh options. */
export const withKey = (key: Key, ...further: string[]): string[] => [
  '-c',
  `core.sshCommand=ssh ${[...optionsOf(key), ...further].join(' ')}`,
];

/** What a client without a command is told, as by `ssh -T`; it must succeed. */
export async function greeting(key: Key, { ssh_url_to_repo: url }: { ssh_url_to_repo: string }): Promise<string> {
  return (await run('ssh', ['-T', ...addressOf(key, url, 'git')])).stdout;
}

/** Runs a command over ssh that must fail, and returns its standard error. */
export async function sshFailure(
  key: Key,
  { ssh_url_to_repo: url }: { ssh_url_to_repo: string },
  command: string[],
  user = 'git',
): Promise<string> {
  const outcome = await run('ssh', [...addressOf(key, url, user), ...command]).then(
    () => undefined,
    (error: { stderr: string }) => error.stderr,
  );
  if (outcome === undefined) throw new Error(`ssh ${command.join(' ')} succeeded`);
  return outcome;
}

/** Arguments of ssh that connect as a user to the host of a repository. */
function addressOf(key: Key, url: string, user: string): string[] {
  const { hostname, port } = new URL(url);
  return [...optionsOf(key), '-p', port, `${user}@${hostname}`];
}
