/**
 * The environment and configuration of every git child process. Nothing is inherited: variables and
 * configuration files of the machine must never change what git does with a repository.
 */

/** Search path for git and sh; a deployment with git elsewhere passes its own `path`. */
const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin';

/** Key and value pairs as in `git -c`. Later entries win. */
export type GitConfig = ReadonlyArray<readonly [key: string, value: string]>;

const baseConfig: GitConfig = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsync', 'objects,derived-metadata,reference'],
  ['core.fsyncMethod', 'fsync'],
  // Reflogs keep overwritten commits from being pruned for a while, those of tags too; `true` would
  // leave out tags.
  ['core.logAllRefUpdates', 'always'],
  // Milliseconds that a writer waits for another writer's lock before it fails with a conflict.
  ['core.filesRefLockTimeout', '2000'],
  ['core.packedRefsTimeout', '5000'],
  ['core.alternateRefsCommand', 'true'],
  ['user.name', 'Forgemesh'],
  ['user.email', 'git@localhost'],
  ['safe.directory', '*'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.allow', 'never'],
  ['protocol.version', '2'],
  ['transfer.fsckObjects', 'true'],
  ['receive.fsckObjects', 'true'],
  // Many existing histories contain these old mistakes; rejecting them would make such projects
  // unusable.
  ['receive.fsck.badTimezone', 'ignore'],
  ['receive.fsck.missingSpaceBeforeDate', 'ignore'],
  ['receive.fsck.zeroPaddedFilemode', 'ignore'],
  ['receive.autogc', 'false'],
  ['receive.advertisePushOptions', 'true'],
  ['receive.denyCurrentBranch', 'ignore'],
  ['receive.denyDeleteCurrent', 'ignore'],
  ['uploadpack.allowFilter', 'true'],
  // Only filters whose cost does not depend on the request: `sparse` matches every path with the
  // patterns of a file in the repository, and `combine` multiplies the cost of others.
  ['uploadpackfilter.allow', 'false'],
  ['uploadpackfilter.blob:none.allow', 'true'],
  ['uploadpackfilter.blob:limit.allow', 'true'],
  ['uploadpackfilter.tree.allow', 'true'],
  ['uploadpackfilter.tree.maxDepth', '10'],
  ['uploadpackfilter.object:type.allow', 'true'],
  // Protocol v2 lets a client request any object; this makes partial clones work over v0 in the
  // same way.
  ['uploadpack.allowAnySHA1InWant', 'true'],
  ['repack.writeBitmaps', 'true'],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  // Limits the memory of every process: large files are streamed and never delta-compressed.
  ['core.bigFileThreshold', '8m'],
  ['core.deltaBaseCacheLimit', '32m'],
  ['core.packedGitWindowSize', '16m'],
  ['core.packedGitLimit', '128m'],
  ['pack.threads', '1'],
  ['pack.windowMemory', '32m'],
  ['pack.deltaCacheSize', '16m'],
];

/** Additions to the clean environment. */
export interface GitEnvironmentOptions {
  /** The program to run as git; `git` by default. */
  program?: string;
  /** Replaces the default `PATH`. */
  path?: string;
  /** Configuration on top of the base, in order. */
  config?: GitConfig;
  /** Further variables, for example `GIT_PROTOCOL` or those of a push's quarantine. */
  variables?: Readonly<Record<string, string>>;
}

/**
 * The complete environment of a git child process: pass it as `env`, never merged with the
 * parent's.
 */
export function gitEnvironment(options: GitEnvironmentOptions = {}): Record<string, string> {
  const config = [...baseConfig, ...(options.config ?? [])];
  const environment: Record<string, string> = {
    PATH: options.path ?? defaultPath,
    HOME: '/nonexistent',
    XDG_CONFIG_HOME: '/nonexistent',
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CONFIG_COUNT: String(config.length),
    ...options.variables,
  };
  config.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return environment;
}
