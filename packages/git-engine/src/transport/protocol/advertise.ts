import { withBundleUri } from '../clone-bundles/announce';
import { advertiseForPush, capabilitiesOf } from '../refs/push-advertisement';
import { HttpError } from '../streams/request-body';
import { sendOutput } from '../streams/send-output';
import {
  isVersion1,
  isVersion2,
  protocolOf,
  readableFolder,
  startGitInSlot,
  withSlot,
  type Exchange,
} from '../exchange';
import { startGit, type TransportState } from '../transport-state';
import { flushPacket, packet } from './pkt-line';
import type { GitService } from '../transport.types';

/**
 * Serves `info/refs`: the list of refs, or for protocol v2 only the server's capabilities. The
 * latter are cached, because only that of bundles depends on the repository, so they cost no
 * process. Neither does the list for a push.
 */
export async function advertise(exchange: Exchange): Promise<void> {
  const { state, request, reply, grant, service } = exchange;
  const protocol = protocolOf(request);
  const isFetch = service === 'git-upload-pack';
  if (isFetch && isVersion2(protocol)) {
    const common = await version2Advertisement(state);
    return reply.send(await withBundleUri(common, state.options.openRepository?.(grant.repo)));
  }
  const repo = await readableFolder(exchange);
  const refs = isFetch || isVersion1(protocol) ? undefined : await refsForPush(exchange, repo);
  if (refs !== undefined) return reply.send(Buffer.concat([bannerOf(exchange), refs]));
  await runAdvertise(exchange, repo);
}

/** The beginning of a list of refs over HTTP. */
function bannerOf({ service, isSession }: Exchange): Buffer {
  return isSession ? Buffer.alloc(0) : Buffer.concat([packet(`# service=${service}\n`), flushPacket]);
}

/** Lets git list the refs. */
async function runAdvertise(exchange: Exchange, repo: string): Promise<void> {
  const { state, request, reply, service, disconnected } = exchange;
  const child = await startGitInSlot(exchange, 'advertise', {
    args: advertiseArgs(service, repo),
    config: service === 'git-receive-pack' ? hiddenRefs(state) : [],
    protocol: protocolOf(request),
  });
  disconnected.addEventListener('abort', () => child.stop());
  child.stdin.end();
  let rest = bannerOf(exchange);
  await sendOutput(exchange, child, (chunk) => {
    const bytes = Buffer.concat([rest, chunk]);
    rest = Buffer.alloc(0);
    return bytes;
  });
  const { ok, errorOutput } = await child.ended;
  if (ok) return reply.end();
  if (disconnected.aborted) return;
  state.options.onError(new Error(errorOutput), `${service} advertisement`);
  throw reply.hasStarted ? new Error(errorOutput) : new HttpError(500, 'git could not list the refs');
}

/** The refs that a push begins with; undefined if git has to list them. */
async function refsForPush(exchange: Exchange, repo: string): Promise<Buffer | undefined> {
  const { state } = exchange;
  const repository = state.options.openRepository?.(repo);
  if (repository === undefined) return undefined;
  const capabilities = await pushCapabilities(state);
  return withSlot(exchange, 'advertise', () =>
    Promise.resolve(advertiseForPush(repository, capabilities, state.limits.serverRefs)),
  );
}

/** The configuration that protects the service's own refs from pushes. */
export function hiddenRefs(state: TransportState): Array<readonly [string, string]> {
  return state.limits.serverRefs.map((prefix) => ['receive.hideRefs', prefix] as const);
}

function advertiseArgs(service: string, repo: string): string[] {
  const strict = service === 'git-upload-pack' ? ['--strict'] : [];
  return [
    service.slice('git-'.length),
    ...strict,
    '--stateless-rpc',
    '--http-backend-info-refs',
    '--end-of-options',
    repo,
  ];
}

/** The capabilities of protocol v2. */
export async function version2Advertisement(state: TransportState): Promise<Buffer> {
  state.version2Advertisement ??= advertiseEmpty(state, 'git-upload-pack', 'version=2');
  try {
    return await state.version2Advertisement;
  } catch (error) {
    delete state.version2Advertisement;
    throw error;
  }
}

async function pushCapabilities(state: TransportState): Promise<string> {
  state.pushCapabilities ??= advertiseEmpty(state, 'git-receive-pack').then(capabilitiesOf);
  try {
    return await state.pushCapabilities;
  } catch (error) {
    delete state.pushCapabilities;
    throw error;
  }
}

/** What git advertises for an empty repository. */
async function advertiseEmpty(state: TransportState, service: GitService, protocol?: string): Promise<Buffer> {
  const args = advertiseArgs(service, state.emptyRepository);
  const child = startGit(state, { args, protocol });
  child.stdin.end();
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { ok, errorOutput } = await child.ended;
  if (!ok) throw new Error(`${service} does not start: ${errorOutput}`);
  return Buffer.concat(chunks);
}
