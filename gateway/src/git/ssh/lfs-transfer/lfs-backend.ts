/**
 * Sends the requests of a transfer session to the storage of the project, in the form that clients
 * send over HTTP: rights, limits and refusals are the same.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CONTEXT_KEY, gitTarget } from '@forgemesh/rpc';
import { authorizeHolder } from '../../git-access';
import type { AcceptedRequest } from '../../git-storages';
import { holderRequestOf, type PresentedKey } from '../authenticate-key';
import { holderContext } from '../holder-context';
import type { LfsCommand } from '../read-command';
import type { SshOptions } from '../ssh-options';

/** Maximum size of a response in JSON. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;
const TYPE = 'application/vnd.git-lfs+json';

/** A response in JSON. */
export interface JsonReply {
  status: number;
  body: Record<string, unknown>;
}

/** The content of an object. */
export interface ObjectContent {
  /** Bytes. */
  size: number;
  content: AsyncIterable<Buffer>;
}

/** A response with the content of an object, or a refusal. */
export type DownloadReply = { object: ObjectContent } | { refusal: JsonReply };

/** Requests for the large files of one project. */
export interface LfsBackend {
  /** Sends a request without content, or with an object in JSON. */
  json(method: 'GET' | 'POST', suffix: string, body?: object): Promise<JsonReply>;
  /** Requests an object. */
  download(oid: string): Promise<DownloadReply>;
  /** Uploads an object; reads all of its content, even if it is refused. */
  upload(oid: string, size: number, content: AsyncIterable<Buffer>): Promise<JsonReply>;
}

/** The session of a client. */
export interface LfsSession {
  command: LfsCommand;
  key: PresentedKey;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

type Options = Pick<SshOptions, 'holders' | 'lfsAuthorizer' | 'signer' | 'storages' | 'tier'>;

/** Creates the requests of a session. Each asks who holds the key now, and what they may do. */
export function createLfsBackend(options: Options, { command, key, signal }: LfsSession): LfsBackend {
  const { holders, lfsAuthorizer, signer, storages, tier } = options;
  const scopes = [command.operation === 'download' ? 'read_repository' : 'write_repository'];

  async function send(method: 'GET' | 'POST' | 'PUT', suffix: string, headers: object): Promise<AcceptedRequest> {
    const holder = await holders.getSshKeyHolder(holderRequestOf(key));
    const isPush = method === 'PUT';
    const resource = await authorizeHolder(lfsAuthorizer, holder, { ...command, isPush });
    const context = holderContext(holder, resource, { key, tier, isPush, scopes });
    const to = { storage: resource.storage, projectId: resource.id, isRead: !isPush };
    return storages.send(to, {
      method,
      path: `/git/${resource.id}/project/info/lfs/${suffix}`,
      headers: async () => ({
        [CONTEXT_KEY]: await signer.sign(context, gitTarget(resource.id, 'project')),
        'forge-lfs-protocol': 'ssh',
        'X-Request-Id': context.request_id,
        ...headers,
      }),
      // A session may have thousands of requests, each with its own listeners.
      signal: AbortSignal.any([signal]),
    });
  }

  return {
    async json(method, suffix, body) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = body === undefined ? {} : { 'Content-Type': TYPE, 'Content-Length': Buffer.byteLength(text) };
      const { outgoing, incoming } = await send(method, suffix, headers);
      if (method !== 'GET') outgoing.end(text);
      return readReply(await incoming);
    },
    async download(oid) {
      const { incoming } = await send('GET', `objects/${oid}`, {});
      const reply = await incoming;
      if (reply.statusCode !== 200) return { refusal: await readReply(reply) };
      return { object: { size: Number(reply.headers['content-length']), content: completeContent(reply) } };
    },
    async upload(oid, size, content) {
      const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': size };
      const request = await send('PUT', `objects/${oid}/${size}`, headers);
      await pump(content, request);
      return readReply(await request.incoming);
    },
  };
}

/**
 * Writes content to a request until the storage responds; the rest is read and discarded, as the
 * client does not expect an answer before it has sent everything.
 */
async function pump(content: AsyncIterable<Buffer>, { outgoing, incoming }: AcceptedRequest): Promise<void> {
  let hasResponded = false;
  const response = incoming.then(
    () => void (hasResponded = true),
    () => void (hasResponded = true),
  );
  // The response reports the failure.
  outgoing.on('error', () => undefined);
  try {
    for await (const chunk of content) {
      if (hasResponded || outgoing.destroyed) continue;
      if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), response]);
    }
    outgoing.end();
  } catch (error) {
    outgoing.destroy();
    throw error;
  }
}

async function readReply(reply: IncomingMessage): Promise<JsonReply> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_JSON_BYTES) throw new Error('the response of the storage is too large');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: reply.statusCode ?? 500, body: parseObject(text) };
}

function parseObject(text: string): Record<string, unknown> {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('the response of the storage is no object');
  return value as Record<string, unknown>;
}

/** The content of a response; throws if the storage is lost before its end. */
async function* completeContent(reply: IncomingMessage): AsyncGenerator<Buffer> {
  yield* reply as AsyncIterable<Buffer>;
  await yieldToEventLoop();
  if (!reply.complete) throw new Error('the storage was lost');
}
