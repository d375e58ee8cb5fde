/**
 * Runs git against a remote repository. The addresses were checked before: git connects only to the
 * checked ones, follows no redirects, and receives the credentials through its environment,
 * never as arguments that other processes could read.
 */
import { GitError } from '../errors';
import type { GitConfig } from '../storage/git-environment';
import { GitChild } from '../transport/child/git-child';
import type { GitContext } from '../worker/context';
import { explainRemoteFailure } from './explain-failure';
import { largestIncoming } from './incoming-pack';

/** A remote repository. */
export interface Remote {
  /** `http` or `https`, without credentials, as serialized by the URL parser. */
  url: string;
  /**
   * Checked addresses of the host that git may connect to; absent for a host of the instance
   * itself, which needs no check.
   */
  addresses?: readonly string[];
  /** Value of the `Authorization` header; absent for none. */
  authorization?: string;
  /** Further headers, one line each. */
  headers?: readonly string[];
  /** Client certificate and trusted certificates, for other processes of the instance only. */
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
  /** Maximum bytes of the received pack. */
  maxPackBytes?: number;
}

export interface RemoteGitResult {
  ok: boolean;
  stdout: string;
  /** git's error output, including messages of the remote. */
  errorOutput: string;
}

const maxOutput = 64 * 1024 * 1024;
const packCheckIntervalMs = 500;
/** A transfer slower than this many bytes per second, for this many seconds, is aborted. */
const slowest: GitConfig = [
  ['http.lowSpeedLimit', '100'],
  ['http.lowSpeedTime', '120'],
];

/** For repositories of the instance itself, which has already checked their objects. */
export const peerConfig: GitConfig = [
  ['fetch.fsckObjects', 'false'],
  ['transfer.fsckObjects', 'false'],
];

/** Runs git to its end. Errors: `limit_exceeded` when a limit is exceeded, `cancelled`. */
export async function runRemoteGit(context: GitContext, run: RemoteRun): Promise<RemoteGitResult> {
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
  const timer = setInterval(() => {
    if (run.maxPackBytes !== undefined) void checkPackSize(run.repo, run.maxPackBytes, stop);
  }, packCheckIntervalMs);
  signal.addEventListener('abort', cancel, { once: true });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.length > maxOutput) stop(new GitError('limit_exceeded', 'the remote repository has too many refs'));
  });
  child.stdin.end(run.input ?? '');
  const { ok, errorOutput } = await child.ended;
  clearTimeout(late);
  clearInterval(timer);
  signal.removeEventListener('abort', cancel);
  if (failure) throw failure;
  return { ok, stdout, errorOutput };
}

/** Like `runRemoteGit`; throws `refused` with a message for users when git fails. */
export async function runRemoteGitOrThrow(context: GitContext, run: RemoteRun): Promise<string> {
  const { ok, stdout, errorOutput } = await runRemoteGit(context, run);
  if (!ok) throw new GitError('refused', explainRemoteFailure(errorOutput));
  return stdout;
}

function remoteConfig({ url, addresses, authorization, headers = [], tls }: Remote): GitConfig {
  return [
    ['protocol.http.allow', 'always'],
    ['protocol.https.allow', 'always'],
    // This also stops git from using additional addresses that a remote with the old dumb protocol
    // may name.
    ['http.followRedirects', 'false'],
    ['http.proxy', ''],
    ...(addresses === undefined ? [] : resolution(url, addresses)),
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

/** Pins the host to the checked addresses. A host that is an address needs no resolution. */
function resolution(url: string, addresses: readonly string[]): GitConfig {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (addresses.includes(host)) return [];
  const list = addresses.map((address) => (address.includes(':') ? `[${address}]` : address));
  return [['http.curloptResolve', `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}:${list.join(',')}`]];
}

/** git has no limit of its own for the size of a fetch. */
async function checkPackSize(repo: string, maxBytes: number, stop: (error: GitError) => void): Promise<void> {
  try {
    if ((await largestIncoming(repo)) > maxBytes)
      stop(new GitError('limit_exceeded', 'the remote repository is too large'));
  } catch (error) {
    stop(new GitError('git_failed', `the size of a fetch could not be checked: ${String(error)}`));
  }
}
