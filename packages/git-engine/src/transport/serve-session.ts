/**
 * Serves other protocols than HTTP, such as SSH: the bodies of one request are a conversation,
 * which the server begins. Slots are those of requests over HTTP, and are held only while git
 * works.
 */
import { explainDiskFailure } from '../storage/disk-failure';
import {
  acquireSlot,
  contentTypeOf,
  createReply,
  isVersion2,
  noteSlowClient,
  protocolOf,
  readableFolder,
  type Exchange,
} from './exchange';
import { advertise, version2Advertisement } from './protocol/advertise';
import { PackDetector } from './protocol/pack-detector';
import { PacketScanner } from './protocol/packet-scanner';
import { flushPacket, packet } from './protocol/pkt-line';
import { maxPushBytes, receivePack } from './receive-pack';
import { readRequest } from './streams/read-request';
import { gitHeaders } from './streams/reply';
import { openBody } from './streams/request-body';
import { sendOutput } from './streams/send-output';
import { SessionInput } from './streams/session-input';
import { toHttpError } from './to-http-error';
import { startGit } from './transport-state';
import { MAX_ARCHIVE_REQUEST_BYTES, uploadArchive } from './upload-archive';
import { finishPacking, serveCommand } from './upload-pack';

/** Serves a session to its end. */
export async function serveSession(exchange: Exchange): Promise<void> {
  const { state, request, response, service, grant } = exchange;
  const isPush = service === 'git-receive-pack';
  const isArchive = service === 'git-upload-archive';
  const body = openBody(request, contentTypeOf(service, 'request'), isPush ? maxPushBytes(grant) : 0);
  const input = new SessionInput(body, {
    pace: state.limits.pace,
    maxRequestBytes: isArchive ? MAX_ARCHIVE_REQUEST_BYTES : state.limits.maxFetchRequestSize,
    onSlow: () => noteSlowClient(state),
  });
  response.writeHead(200, gitHeaders(contentTypeOf(service, 'result')));
  response.flushHeaders();
  try {
    if (isPush) await servePush(exchange, input);
    else if (isArchive) await serveArchive(exchange, input);
    else if (isVersion2(protocolOf(request))) await serveCommands(exchange, input);
    else await serveConversation(exchange, input);
    response.end();
  } catch (error) {
    const httpError = toHttpError(await explainDiskFailure(error, grant.repo));
    if (httpError === undefined || response.destroyed) throw error;
    // The client has received a status of success; git shows this text to its user.
    response.end(packet(input.hasSideBand ? `\x03${httpError.message}\n` : `ERR ${httpError.message}\n`));
  }
}

/** The reply to the next request of the session. */
function withNewReply(exchange: Exchange): Exchange {
  const { state, response, service } = exchange;
  const reply = createReply(state, response, { contentType: contentTypeOf(service, 'result'), isSession: true });
  return { ...exchange, reply };
}

async function servePush(exchange: Exchange, input: SessionInput): Promise<void> {
  await advertise(exchange);
  if (await input.waitForRequest()) await receivePack(withNewReply(exchange), input.push());
}

/** The client names everything that it requests, then only reads. */
async function serveArchive(exchange: Exchange, input: SessionInput): Promise<void> {
  if (await input.waitForRequest()) await uploadArchive(exchange, input.request());
}

/** Commands of protocol v2 are complete in themselves, as over HTTP. */
async function serveCommands(exchange: Exchange, input: SessionInput): Promise<void> {
  // Bundles have addresses of HTTP, so they are not announced here.
  await exchange.reply.send(await version2Advertisement(exchange.state));
  while (await input.waitForRequest()) {
    const next = withNewReply(exchange);
    const received = await readRequest(next, input.request());
    try {
      if (received.bytes?.equals(flushPacket)) return;
      await serveCommand(next, received);
    } finally {
      next.reply.stop();
      received.close();
    }
  }
}

/** Protocol v0 needs one process, which remembers what the client has. */
async function serveConversation(exchange: Exchange, input: SessionInput): Promise<void> {
  const { state, request, disconnected } = exchange;
  const repo = await readableFolder(exchange);
  let release = await acquireSlot(exchange, 'upload');
  const detector = new PackDetector();
  const refs = new FirstSection();
  const child = startGit(state, {
    args: ['upload-pack', '--strict', '--end-of-options', repo],
    protocol: protocolOf(request),
    maxSilentCpuSeconds: state.limits.maxSilentCpuSeconds,
    isOutput: (chunk) => refs.push(chunk) || detector.push(chunk),
  });
  let hasEnded = false;
  const ended = child.ended.then((end) => {
    hasEnded = true;
    release();
    return end;
  });
  disconnected.addEventListener('abort', () => child.stop());
  const converse = async (): Promise<void> => {
    await Promise.race([refs.isComplete, ended]);
    // The client decides what it needs, without a slot.
    release();
    if (hasEnded || !(await child.hold(input.waitForRequest()))) return void child.stdin.end();
    release = await acquireSlot(exchange, 'upload');
    if (hasEnded) return release();
    await child.feed(input.negotiation());
  };
  const sending = sendOutput(exchange, child);
  sending.catch(() => undefined);
  try {
    // After the end of git, the client has nothing to say.
    await Promise.race([converse(), ended]);
  } catch (error) {
    child.stop();
    throw error;
  }
  const end = await ended;
  await sending;
  if (!disconnected.aborted) await finishPacking(exchange, end, detector);
}

/** Watches output until its first flush packet, with which the list of refs ends. */
class FirstSection {
  readonly isComplete: Promise<void>;
  private readonly scanner = new PacketScanner();
  private hasEnded = false;
  private complete: () => void = () => undefined;

  constructor() {
    this.isComplete = new Promise((resolve) => (this.complete = resolve));
  }

  /** Whether the chunk belongs to the section. */
  push(chunk: Buffer): boolean {
    if (this.hasEnded) return false;
    this.scanner.scan(chunk, ({ size }) => (this.hasEnded ||= size === 0));
    if (this.hasEnded) this.complete();
    return true;
  }
}
