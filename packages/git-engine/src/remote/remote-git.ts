/**
 * Runs git against a repository elsewhere. The address was checked before: git connects to the
 * checked address alone, follows no redirect, and gets the credentials through its environment,
 * never as an argument that other processes could read.
 */
import { GitError } from '../errors';
import type { GitConfig } from '../storage/git-environment';
import { GitChild } from '../transport/git-child';
import type { GitContext } from '../worker/context';
import { explainRemoteFailure } from './explain-failure';
import { largestIncoming } from './incoming-pack';

/** A repository elsewhere. */
export interface Remote {
  /** `http` or `https`, without credentials, as the URL parser writes it. */
  url: string;
  /**
   * Address to which the host was resolved when it was checked; absent for a host of the instance
   * itself, which needs no check.
   */
  address?: string;
  /** Value of the header `Authorization`; absent for none. */
  authorization?: string;
  /** Further headers, each as one line. */
  headers?: readonly string[];
  /**
   * Client certificate and trusted certificates for other processes of the instance; absent for
   * other hosts.
   */
  tls?: RemoteTls;
}

/** Files for mutual TLS (PEM). */
export interface RemoteTls {
  certificate: string;
  key: string;
  /** Trusted certificates. */
  trusted: string;
}

export interface RemoteRun {
  repo: string;
  remote: Remote;
  args: readonly string[];
  config?: GitConfig;
  input?: string;
  timeoutMs: number;
  /** Most bytes of a pack that may arrive. */
  maxPackBytes?: number;
}

export interface RemoteAnswer {
  ok: boolean;
  stdout: string;
  /** git's own words, with those of the remote among them. */
  words: string;
}

const maxOutput = 64 * 1024 * 1024;
const watchMs = 500;
/** A transfer slower than this many bytes a second, for as many seconds, is given up. */
const slowest: GitConfig = [
  ['http.lowSpeedLimit', '100'],
  ['http.lowSpeedTime', '120'],
];

/** For a repository of the instance itself, which has accepted its objects. */
export const neighbourConfig: GitConfig = [
  ['fetch.fsckObjects', 'false'],
  ['transfer.fsckObjects', 'false'],
];

/** Runs git to its end. Errors: `limit_exceeded` past a limit, `cancelled`. */
export async function runRemoteGit(context: GitContext, run: RemoteRun): Promise<RemoteAnswer> {
  const { signal, settings } = context;
  if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
  const child = new GitChild({
    args: run.args,
    environment: { program: settings.gitBinary, path: settings.searchPath, variables: { GIT_DIR: run.repo } },
    config: [...slowest, ...remoteConfig(run.remote), ...(run.config ?? [])],
    idleMs: run.timeoutMs,
    totalMs: run.timeoutMs,
  });
  let failure: GitError | undefined;
  const stop = (error: GitError): void => {
    failure ??= error;
    child.stop();
  };
  const cancel = (): void => stop(new GitError('cancelled', 'the call was cancelled'));
  const late = setTimeout(() => stop(new GitError('limit_exceeded', 'the transfer took too long')), run.timeoutMs);
  const watch = setInterval(() => {
    if (run.maxPackBytes !== undefined) void watchPack(run.repo, run.maxPackBytes, stop);
  }, watchMs);
  signal.addEventListener('abort', cancel, { once: true });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.length > maxOutput) stop(new GitError('limit_exceeded', 'the remote repository has too many refs'));
  });
  child.stdin.end(run.input ?? '');
  const { ok, words } = await child.ended;
  clearTimeout(late);
  clearInterval(watch);
  signal.removeEventListener('abort', cancel);
  if (failure) throw failure;
  return { ok, stdout, words };
}

/** As `runRemoteGit`; throws `refused` with a text for users where git fails. */
export async function runRemoteGitWell(context: GitContext, run: RemoteRun): Promise<string> {
  const { ok, stdout, words } = await runRemoteGit(context, run);
  if (!ok) throw new GitError('refused', explainRemoteFailure(words));
  return stdout;
}

function remoteConfig({ url, address, authorization, headers = [], tls }: Remote): GitConfig {
  return [
    ['protocol.http.allow', 'always'],
    ['protocol.https.allow', 'always'],
    // This also keeps git from the further addresses that a remote of the old file-by-file protocol
    // may name.
    ['http.followRedirects', 'false'],
    ['http.proxy', ''],
    ...(address === undefined ? [] : resolution(url, address)),
    ...(authorization === undefined ? [] : [['http.extraHeader', `Authorization: ${authorization}`] as const]),
    ...headers.map((header) => ['http.extraHeader', header] as const),
    ...(tls === undefined ? [] : certificates(tls)),
  ];
}

function certificates({ certificate, key, trusted }: RemoteTls): GitConfig {
  return [
    ['http.sslCert', certificate],
    ['http.sslKey', key],
    ['http.sslCAInfo', trusted],
  ];
}

/** Where git finds a host. One that is an address needs no resolution. */
function resolution(url: string, address: string): GitConfig {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const at = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}:${address.includes(':') ? `[${address}]` : address}`;
  return host === address ? [] : [['http.curloptResolve', at]];
}

/** git has no limit of its own for what it fetches. */
async function watchPack(repo: string, maxBytes: number, stop: (error: GitError) => void): Promise<void> {
  try {
    if ((await largestIncoming(repo)) > maxBytes)
      stop(new GitError('limit_exceeded', 'the remote repository is too large'));
  } catch (error) {
    stop(new GitError('git_failed', `a fetch could not be watched: ${String(error)}`));
  }
}
