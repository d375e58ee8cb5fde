/**
 * Runs a git command: the client is authorized as over HTTP, then both streams are piped to and
 * from the storage that holds the repository. A client without a command is greeted.
 */
import { text } from 'node:stream/consumers';
import { errorCatalogue, isForgeError, NotFoundError } from '@forgemesh/errors';
import { CONTEXT_KEY, gitTarget, TRACE_PARENT_KEY } from '@forgemesh/rpc';
import { currentTraceParent, inSpan } from '@forgemesh/telemetry';
import type { ServerChannel } from 'ssh2';
import { authorizeHolder, gitTextOf, mayPushChangeAccess } from '../git-access';
import { issueLfsCredentials } from '../lfs/issue-lfs-credentials';
import type { AcceptedRequest } from '../git-storages';
import { movedNotice } from '../moved-project';
import { signalOnDisconnect } from '../../server/client-disconnect';
import type { PresentedKey } from './authenticate-key';
import { findHolder } from './find-holder';
import { holderContext } from './holder-context';
import { createLfsBackend } from './lfs-transfer/lfs-backend';
import { PacketError } from './lfs-transfer/packets';
import { serveTransfer } from './lfs-transfer/serve-transfer';
import { readCommand, readLfsCommand, type GitCommand, type LfsCommand } from './read-command';
import type { SshOptions } from './ssh-options';

const FAILED = 1;
const LOST = 128;
const UNAVAILABLE = 'The repository cannot be reached now, try again later.\n';
const protocols = /^[a-z0-9=:.-]{1,128}$/;

/** The command of a session. */
export interface RequestedCommand {
  command: string;
  /** Value of `GIT_PROTOCOL` from the client. */
  protocol: string;
  key: PresentedKey;
}

/** Writes the reason to stderr and ends the command. */
export function refuse(channel: ServerChannel, reason: string, code = FAILED): void {
  channel.stderr.write(reason);
  channel.exit(code);
  channel.end();
}

/** Runs a command to completion; never rejects. */
export async function runCommand(
  channel: ServerChannel,
  requested: RequestedCommand,
  options: SshOptions,
): Promise<void> {
  channel.on('error', (error: unknown) => options.log.debug({ err: error }, 'ssh channel failed'));
  const lfsCommand = readLfsCommand(requested.command);
  if (lfsCommand?.kind === 'authenticate') return authenticateLfs(channel, lfsCommand, requested.key, options);
  if (lfsCommand) return transferLfs(channel, lfsCommand, requested.key, options);
  const gitCommand = readCommand(requested.command);
  if (!gitCommand) return refuse(channel, 'Unknown command: use git to clone, fetch and push.\n');
  const { service } = gitCommand;
  try {
    await inSpan(
      () => ({
        name: `ssh ${service}`,
        kind: 'server',
        attributes: { 'client.address': requested.key.client.address },
      }),
      () => runSession(channel, gitCommand, requested, options),
    );
  } catch (error) {
    reportFailure(channel, error, { log: options.log, service });
  }
}

async function runSession(
  channel: ServerChannel,
  gitCommand: GitCommand,
  requested: RequestedCommand,
  options: SshOptions,
): Promise<void> {
  const signal = signalOnDisconnect(channel);
  const { accepted, onResponse, notice } = await open(gitCommand, { ...requested, signal }, options);
  if (notice !== undefined) channel.stderr.write(notice);
  await pipeSession(channel, accepted, onResponse);
}

/** Gives the client credentials for large files, which it transfers over HTTP; never rejects. */
async function authenticateLfs(
  channel: ServerChannel,
  lfsCommand: LfsCommand,
  key: PresentedKey,
  options: SshOptions,
): Promise<void> {
  try {
    if (lfsCommand.projectPath === '') throw new NotFoundError('Project');
    const holder = await findHolder(key, options);
    const resource = await authorizeHolder(options.authorizer, holder, lfsCommand);
    const { isPush } = lfsCommand;
    channel.write(JSON.stringify(await issueLfsCredentials(options, { key, holder, resource, isPush })));
    channel.exit(0);
    channel.end();
  } catch (error) {
    reportFailure(channel, error, { log: options.log, service: 'git-lfs-authenticate' });
  }
}

/** Lets the client transfer large files over this connection; never rejects. */
async function transferLfs(
  channel: ServerChannel,
  command: LfsCommand,
  key: PresentedKey,
  options: SshOptions,
): Promise<void> {
  try {
    if (command.projectPath === '') throw new NotFoundError('Project');
    const holder = await findHolder(key, options);
    await authorizeHolder(options.authorizer, holder, command);
    const backend = createLfsBackend(options, { command, key, signal: signalOnDisconnect(channel) });
    await serveTransfer(channel, { command, backend, pace: options.pace, log: options.log });
    channel.exit(0);
    channel.end();
  } catch (error) {
    // Nobody is left to be told.
    if (channel.destroyed) return;
    if (error instanceof PacketError) return refuse(channel, `${error.message}\n`);
    reportFailure(channel, error, { log: options.log, service: 'git-lfs-transfer' });
  }
}

/**
 * Greets a client that requests a shell, with which users check their keys; never rejects. A deploy
 * key belongs to no user.
 */
export async function greet(channel: ServerChannel, key: PresentedKey, options: SshOptions): Promise<void> {
  channel.on('error', (error: unknown) => options.log.debug({ err: error }, 'ssh channel failed'));
  try {
    const { user } = await findHolder(key, options);
    channel.write(`Welcome to Forgemesh, ${user ? `@${user.username}` : 'Anonymous'}!\n`);
    channel.exit(0);
    channel.end();
  } catch (error) {
    reportFailure(channel, error, { log: options.log, service: 'greeting' });
  }
}

/** Ends a command that has failed; unexpected errors are logged. */
function reportFailure(
  channel: ServerChannel,
  error: unknown,
  { log, service }: { log: SshOptions['log']; service: string },
): void {
  if (isForgeError(error) && errorCatalogue[error.reason].http < 500) return refuse(channel, gitTextOf(error));
  log.error({ err: error, service }, 'ssh command failed');
  refuse(channel, UNAVAILABLE, LOST);
}

/** A git session with a storage. */
interface GitSession {
  accepted: AcceptedRequest;
  /** Called after the storage has responded, before the client gets the exit code. */
  onResponse: () => Promise<void>;
  /** Text for the user. */
  notice: string | undefined;
}

/** Opens a git session with the storage. Throws ForgeError if access is refused. */
async function open(
  gitCommand: GitCommand,
  { key, protocol, signal }: RequestedCommand & { signal: AbortSignal },
  options: SshOptions,
): Promise<GitSession> {
  const { authorizer, authorizationCache, signer, storages, tier } = options;
  if (gitCommand.projectPath === '') throw new NotFoundError('Project');
  const holder = await findHolder(key, options);
  const resource = await authorizeHolder(authorizer, holder, gitCommand);
  const { isPush } = gitCommand;
  const context = holderContext(holder, resource, { key, tier, isPush, scopes: ['api'] });
  const isChange = isPush && mayPushChangeAccess(resource);
  const invalidate = async (): Promise<void> => {
    if (isChange) await authorizationCache.invalidate([resource.id]);
  };
  if (isChange) authorizationCache.invalidateLocally([resource.id]);
  const traceParent = currentTraceParent();
  const to = { storage: resource.storage, projectId: resource.id, isRead: !isPush };
  const accepted = await storages.send(to, {
    method: 'POST',
    path: `/git/${resource.id}/${gitCommand.repository}/${gitCommand.service}/session`,
    headers: async () => ({
      [CONTEXT_KEY]: await signer.sign(context, gitTarget(resource.id, gitCommand.repository)),
      'Content-Type': `application/x-${gitCommand.service}-request`,
      'X-Request-Id': context.request_id,
      ...(traceParent !== undefined && { [TRACE_PARENT_KEY]: traceParent }),
      ...(protocols.test(protocol) && { 'Git-Protocol': protocol }),
    }),
    signal,
  });
  return { accepted, onResponse: invalidate, notice: movedNotice(resource, gitCommand, options.remoteRoot) };
}

/** Pipes between client and storage until one of them ends, with backpressure. */
async function pipeSession(
  channel: ServerChannel,
  { outgoing, incoming }: AcceptedRequest,
  onResponse: () => Promise<void>,
): Promise<void> {
  channel.pipe(outgoing);
  const reply = await incoming;
  if (reply.statusCode !== 200) {
    refuse(channel, await text(reply));
  } else {
    reply.pipe(channel, { end: false });
    const isComplete = await new Promise<boolean>((resolve) => reply.once('close', () => resolve(reply.complete)));
    await onResponse();
    if (isComplete) {
      channel.exit(0);
      channel.end();
    } else refuse(channel, 'The connection to the repository was lost.\n', LOST);
  }
  channel.unpipe(outgoing);
  outgoing.destroy();
}
