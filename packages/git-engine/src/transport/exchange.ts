/** One request of a client, from its admission to its last byte. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { repositoryExists } from '../storage/ensure-repository';
import type { GitChild } from './child/git-child';
import type { OutputPipe } from './child/output-pipe';
import { Reply, type ReplyOptions } from './streams/reply';
import { startGit, type RequestedGit, type TransportState } from './transport-state';
import type { GitService, SlotKind, TransportGrant } from './transport.types';

/** One admitted request. */
export interface Exchange {
  state: TransportState;
  request: IncomingMessage;
  response: ServerResponse;
  reply: Reply;
  grant: TransportGrant;
  service: GitService;
  /**
   * The client sends several requests, or one without its length, as over SSH; otherwise each
   * request is complete in itself.
   */
  isSession: boolean;
  /** Aborted when the client disconnects. */
  disconnected: AbortSignal;
}

/** Creates the reply to a request. */
export function createReply(
  state: TransportState,
  response: ServerResponse,
  { contentType, isSession, requestConnection }: Pick<ReplyOptions, 'contentType' | 'isSession' | 'requestConnection'>,
): Reply {
  const onSlow = (): void => noteSlowClient(state);
  return new Reply({ response, contentType, isSession, requestConnection, pace: state.limits.pace, onSlow });
}

/** Counts a client that is too slow. */
export function noteSlowClient(state: TransportState): void {
  state.slowClients += 1;
}

/** The type of the content that a service sends or receives. */
export function contentTypeOf(service: GitService, kind: 'request' | 'result' | 'advertisement'): string {
  return `application/x-${service}-${kind}`;
}

/**
 * Waits for a slot; returns the function that releases it. Rejects with `OverloadError`, or when
 * the client disconnects.
 */
export function acquireSlot({ state, grant, disconnected }: Exchange, kind: SlotKind): Promise<() => void> {
  return state.slots[kind].acquire({ caller: grant.caller, resource: grant.repo, signal: disconnected });
}

/** Does work in a slot. */
export async function withSlot<T>(exchange: Exchange, kind: SlotKind, work: () => Promise<T>): Promise<T> {
  const release = await acquireSlot(exchange, kind);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Starts git in a slot, which is released when git has ended: the client may still be reading. */
export async function startGitInSlot(exchange: Exchange, kind: SlotKind, options: RequestedGit): Promise<GitChild> {
  const release = await acquireSlot(exchange, kind);
  try {
    const output = await createOutputPipe(exchange.state, kind);
    const child = startGit(exchange.state, { ...options, output });
    void child.ended.then(release);
    return child;
  } catch (error) {
    release();
    throw error;
  }
}

/** A pipe for large output; undefined if it is small, or no pipe can be created. */
function createOutputPipe(
  { outputPipes }: TransportState,
  kind: SlotKind,
): Promise<OutputPipe | undefined> | undefined {
  return kind === 'upload' ? outputPipes?.create().catch(() => undefined) : undefined;
}

/** The folder that readers are served from. */
export async function readableFolder({ state, grant }: Exchange): Promise<string> {
  return (await repositoryExists(grant.repo)) ? grant.repo : state.emptyRepository;
}

/** The `Git-Protocol` header if its value is plausible. */
export function protocolOf(request: IncomingMessage): string | undefined {
  const header = request.headers['git-protocol'];
  return typeof header === 'string' && /^[a-z0-9=:.-]{1,128}$/.test(header) ? header : undefined;
}

/** Whether the client speaks protocol v2. */
export function isVersion2(protocol: string | undefined): boolean {
  return protocol?.split(':').includes('version=2') === true;
}

/** Whether the client speaks protocol v1: v0 with a banner. */
export function isVersion1(protocol: string | undefined): boolean {
  return protocol?.split(':').includes('version=1') === true && !isVersion2(protocol);
}
