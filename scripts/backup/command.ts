// Options, start and shutdown shared by `npm run backup`, `npm run restore` and
// `npm run geo:promote`.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { build } from '../commands/build.ts';
import { formatError, PlainError, runMain } from '../lib/fail.ts';
import { createLog, type Log } from '../lib/log.ts';
import { root } from '../lib/root.ts';
import { createShutdownHooks, type ShutdownHooks } from '../lib/shutdown.ts';
import type { LocationOptions } from './location.ts';

type Options = LocationOptions & {
  /** The backup folder. */
  folder: string;
  secretsFile?: string;
  /** Encrypts or decrypts the whole backup. */
  passphrase?: string;
  /** Encrypts or decrypts the secrets file. */
  secretsPassphrase?: string;
  /** Only `backup`: leaves out what secondary nodes have. */
  withoutReplicated: boolean;
  /** Not `backup`: the key that must have signed the backup. */
  publicKey?: string;
  /** Not `backup`: whether the signature is not verified. */
  allowUnsigned: boolean;
  /** Only `geo:promote`. */
  promotion: PromotionOptions;
};

/** Options of `geo:promote` that other commands do not have. */
export interface PromotionOptions {
  /** Data folder of the secondary. */
  secondary?: string;
  /** Prefix of the names of its databases. */
  secondaryDatabasePrefix?: string;
  /** Name of the former primary, as a statement that it is off; absent for a look only. */
  primaryIsOff?: string;
  /** Whether losses are accepted. */
  acceptLosses: boolean;
}

/** Name and texts of a command. */
interface CommandTexts {
  name: 'backup' | 'restore' | 'geo:promote';
  main: 'to' | 'from';
  about: string;
  data: string;
  secrets: string;
  secretsFile: string;
}

/**
 * Runs a command whose main option names the backup folder.
 * @param work resolves to a function that prints the summary after everything has been stopped; it
 *   may return another exit code than 0
 */
export async function runCommand(
  texts: CommandTexts,
  work: (options: Options, log: Log, shutdown: ShutdownHooks) => Promise<() => number | void>,
) {
  const usage = usageOf(texts);
  await runMain(async () => {
    const options = readOptions(texts, usage);
    if (!options) return console.log(usage);
    const log = createLog();
    const shutdown = createShutdownHooks(log);
    try {
      await build({ log });
      const printSummary = await work(options, log, shutdown);
      const code = await shutdown.all();
      return printSummary() ?? code;
    } catch (error) {
      // After Ctrl-C, running work may fail; the error is not reported.
      if (shutdown.isStopping()) return shutdown.finished();
      await shutdown.all();
      throw error;
    }
  });
}

const restoreOptions = [
  ['--public-key KEY', 'key that must have signed the backup, instead of that of the secrets'],
  ['--allow-unsigned', 'restores a backup whose signature is missing or cannot be verified'],
];

const backupOptions = [['--without-replicated', 'leaves out repositories and large files, which secondary nodes have']];

const promoteOptions = [
  ['--secondary FOLDER', 'data folder of the secondary (.data)'],
  ['--secondary-database-prefix NAME', 'prefix of the names of its databases (forgemesh)'],
  ['--primary-is-off NAME', 'states that the primary of this name is off; without it, nothing is changed'],
  ['--accept-losses', 'promotes although something would be lost'],
];

const ownOptions = { backup: backupOptions, restore: [], 'geo:promote': promoteOptions };

function usageOf({ name, main, about, data, secrets, secretsFile }: CommandTexts) {
  const lines = [
    [`--${main} FOLDER`, about],
    ['--data FOLDER', data],
    ['--secrets-file FILE', secretsFile],
    ['--passphrase-file FILE', 'file with the passphrase of the encrypted backup (age format), also of its secrets'],
    ['--secrets-passphrase-file FILE', 'file with the passphrase of the secrets file, if it is another one'],
    ...ownOptions[name],
    ...(main === 'from' ? restoreOptions : []),
    ['--help', 'show this'],
  ];
  const parts = [
    ['--repositories FOLDER', 'folder of the storages: FORGE_DATA_DIR/repositories of the repository service'],
    ['--secrets FOLDER', secrets],
    ['--database-prefix NAME', 'prefix of the database names (forgemesh)'],
  ];
  const table = (rows: string[][]) => rows.map(([option = '', text]) => `  ${option.padEnd(35)} ${text}`);
  return [
    `Usage: npm run ${name} -- --${main} FOLDER [options]`,
    ...table(lines),
    'For a mesh without a data folder, with MONGODB_URI and NATS_URL naming its database and NATS:',
    ...table(parts),
  ].join('\n');
}

/** @returns undefined if `--help` was requested */
function readOptions({ name, main }: CommandTexts, usage: string): Options | undefined {
  const values = parse({ name, main }, usage);
  if (values.help) return undefined;
  if (typeof values[main] !== 'string') throw new PlainError(`--${main} FOLDER is missing.\n${usage}`);
  const inRoot = (path: unknown) => (typeof path === 'string' ? resolve(root, path) : undefined);
  const passphrase = readPassphrase(inRoot(values['passphrase-file']));
  return {
    folder: resolve(root, values[main]),
    dataDir: resolve(root, String(values.data)),
    repositories: inRoot(values.repositories),
    secrets: inRoot(values.secrets),
    secretsFile: inRoot(values['secrets-file']),
    passphrase,
    secretsPassphrase: readPassphrase(inRoot(values['secrets-passphrase-file'])) ?? passphrase,
    publicKey: values['public-key'] as string | undefined,
    allowUnsigned: values['allow-unsigned'] === true,
    withoutReplicated: values['without-replicated'] === true,
    promotion: {
      secondary: inRoot(values.secondary),
      secondaryDatabasePrefix: values['secondary-database-prefix'] as string | undefined,
      primaryIsOff: values['primary-is-off'] as string | undefined,
      acceptLosses: values['accept-losses'] === true,
    },
    databasePrefix: values['database-prefix'] as string | undefined,
  };
}

/** @returns the first line of the file */
function readPassphrase(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  if (!existsSync(path)) throw new PlainError(`There is no passphrase file ${path}.`);
  const [passphrase] = readFileSync(path, 'utf8').split(/\r?\n/);
  if (!passphrase) throw new PlainError(`The passphrase in the first line of ${path} is empty.`);
  return passphrase;
}

function parse({ name, main }: Pick<CommandTexts, 'name' | 'main'>, usage: string): Record<string, unknown> {
  const text = { type: 'string' } as const;
  const files = { 'secrets-file': text, 'passphrase-file': text, 'secrets-passphrase-file': text };
  const pieces = { repositories: text, secrets: text, 'database-prefix': text, ...files };
  const flag = { type: 'boolean', default: false } as const;
  const ofRestore: ParseArgsOptionsConfig = main === 'from' ? { 'public-key': text, 'allow-unsigned': flag } : {};
  const own: Record<CommandTexts['name'], ParseArgsOptionsConfig> = {
    backup: { 'without-replicated': flag },
    restore: {},
    'geo:promote': {
      secondary: { ...text, default: '.data' },
      'secondary-database-prefix': text,
      'primary-is-off': text,
      'accept-losses': flag,
    },
  };
  const data = name === 'geo:promote' ? '.data-primary' : '.data';
  const shared = { data: { ...text, default: data }, ...pieces, help: flag };
  try {
    return parseArgs({ options: { [main]: text, ...shared, ...ofRestore, ...own[name] } }).values;
  } catch (error) {
    const [reason = ''] = formatError(error).split('\n');
    throw new PlainError(`${reason.replace(/^.*?Error.*?: /, '').split('. ')[0]}.\n${usage}`);
  }
}
