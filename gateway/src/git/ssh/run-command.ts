/**
 * Runs a git command: the client is authorized as over HTTP, then both streams are piped to and
 * from the storage that holds the repository.
 */
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { errorCatalogue, isForgeError, NotFoundError } from '@forgemesh/errors';
import { CONTEXT_KEY, gitTarget } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { SshKeyHolder } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import type { ServerChannel } from 'ssh2';
import { anonymous } from '../../auth/authenticate';
import { authorizeGit, authorizeKeyOfProjects, gitTextOf } from '../git-access';
import type { TakenRequest } from '../git-storages';
import { signalOnDisconnect } from '../../server/client-disconnect';
import { holderRequestOf, type ShownKey } from './authenticate-key';
import { readCommand, type GitCommand } from './read-command';
import type { SshOptions } from './ssh-options';

const FAILED = 1;
const LOST = 128;
const protocols = /^[a-z0-9=:.-]{1,128}$/;

/** What a session was asked to run. */
export interface AskedCommand {
  command: string;
  /** What the client says in `GIT_PROTOCOL`. */
  protocol: string;
  key: ShownKey;
}

/** Says why not and ends. */
export function refuse(channel: ServerChannel, why: string, code = FAILED): void {
  channel.stderr.write(why);
  channel.exit(code);
  channel.end();
}

/** Runs a command to its end; never rejects. */
export async function runCommand(channel: ServerChannel, asked: AskedCommand, options: SshOptions): Promise<void> {
  channel.on('error', (error: unknown) => options.log.debug({ err: error }, 'ssh channel failed'));
  const wanted = readCommand(asked.command);
  if (!wanted) return refuse(channel, 'This command is not known here: use git to clone, fetch and push.\n');
  try {
    const { taken, onAnswered } = await open(wanted, { ...asked, signal: signalOnDisconnect(channel) }, options);
    await converse(channel, taken, onAnswered);
  } catch (error) {
    if (isForgeError(error) && errorCatalogue[error.reason].http < 500) return refuse(channel, gitTextOf(error));
    options.log.error({ err: error, service: wanted.service }, 'ssh command failed');
    refuse(channel, 'The repository cannot be reached now, try again later.\n', LOST);
  }
}

/** A conversation with git at a storage. */
interface Conversation {
  taken: TakenRequest;
  /** Called when git has answered, before the client is told. */
  onAnswered: () => Promise<void>;
}

/**
 * Opens the conversation with git at the storage. Throws ForgeError for what the client may not do.
 */
async function open(
  wanted: GitCommand,
  { key, protocol, signal }: AskedCommand & { signal: AbortSignal },
  options: SshOptions,
): Promise<Conversation> {
  const { authorizer, authorizationCache, holders, rateLimiter, signer, storages, tier } = options;
  if (wanted.projectPath === '') throw new NotFoundError('Project');
  const holder = await holders.getSshKeyHolder(holderRequestOf(key));
  rateLimiter.takeSession(key.client.limitAddress, holder.user?.id);
  const resource = await (holder.user
    ? authorizeGit(authorizer, { ...anonymous, ...userOf(holder), scopes: ['api'] }, wanted)
    : authorizeKeyOfProjects(authorizer, holder.projects, wanted));
  const context = contextOf(holder, resource, { wanted, key, tier });
  const changed = async (): Promise<void> => {
    if (wanted.isPush) await authorizationCache.invalidate([resource.id]);
  };
  if (wanted.isPush) authorizationCache.invalidateLocally([resource.id]);
  const taken = await storages.ask(resource.storage, {
    method: 'POST',
    path: `/git/${resource.id}/${wanted.repository}/${wanted.service}/session`,
    headers: async () => ({
      [CONTEXT_KEY]: await signer.sign(context, gitTarget(resource.id, wanted.repository)),
      'Content-Type': `application/x-${wanted.service}-request`,
      'X-Request-Id': context.request_id,
      ...(protocols.test(protocol) && { 'Git-Protocol': protocol }),
    }),
    signal,
  });
  return { taken, onAnswered: changed };
}

function userOf({ user }: SshKeyHolder): Pick<CallContext, 'user'> & { realUserId: number | null } {
  return { user: user ?? null, realUserId: user?.id ?? null };
}

function contextOf(
  holder: SshKeyHolder,
  resource: AuthorizedResource,
  { wanted, key, tier }: { wanted: GitCommand; key: ShownKey; tier: number },
): CallContext {
  const { user, realUserId } = userOf(holder);
  return {
    ...{ user, real_user_id: realUserId, scopes: ['api'], tier, address: key.client.address, user_agent: 'ssh' },
    request_id: randomUUID(),
    operation_id: wanted.isPush ? randomUUID() : '',
    access: { id: resource },
  };
}

/**
 * Joins client and git until one of them is done. Each is read no faster than the other takes it.
 */
async function converse(
  channel: ServerChannel,
  { outgoing, answered }: TakenRequest,
  onAnswered: () => Promise<void>,
): Promise<void> {
  channel.pipe(outgoing);
  const answer = await answered;
  if (answer.statusCode !== 200) {
    refuse(channel, await text(answer));
  } else {
    answer.pipe(channel, { end: false });
    const isWhole = await new Promise<boolean>((resolve) => answer.once('close', () => resolve(answer.complete)));
    await onAnswered();
    if (isWhole) {
      channel.exit(0);
      channel.end();
    } else refuse(channel, 'The connection to the repository was lost.\n', LOST);
  }
  channel.unpipe(outgoing);
  outgoing.destroy();
}
