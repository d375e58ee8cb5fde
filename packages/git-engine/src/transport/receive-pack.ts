/**
 * Serves a push. The order is guaranteed: `preReceive` accepts before any ref moves; `postReceive`
 * settles before the client reads the report; and `postReceive` receives the applied updates, not
 * the requested ones.
 */
import { explainDiskFailure } from '../storage/disk-failure';
import { ensureRepository } from '../storage/ensure-repository';
import { isValidRefName } from '../write/refs/ref-names';
import type { RefUpdate } from '../write/refs/ref-transactions';
import { hiddenRefs } from './protocol/advertise';
import { feedRequest } from './streams/feed-request';
import type { GitChild } from './git-child';
import { HookMessageReader, type HookMessage } from './hook-folder';
import { readApplied } from './read-applied';
import { ReportBuffer } from './protocol/report-buffer';
import { HttpError } from './streams/request-body';
import { endResponse, streamResponse } from './streams/stream-response';
import { protocolOf, startGit, type Exchange } from './transport-state';
import type { PreReceiveResult } from './transport.types';

/** Besides the pack, a push sends ref names; this many bytes are allowed for them. */
const commandAllowance = 64 * 1024 * 1024;

/** Progress of a push. */
interface PushState {
  /**
   * Set once git has checked the objects and requests the pre-receive check; from then on the push
   * is never aborted.
   */
  preReceive?: Extract<HookMessage, { hook: 'pre-receive' }>;
  result?: Promise<PreReceiveResult>;
  applied?: RefUpdate[];
}

export async function receivePack(exchange: Exchange): Promise<void> {
  const { state, grant, response, service, isSession, disconnected } = exchange;
  const contentType = `application/x-${service}-result`;
  await ensureRepository(grant.repo, grant.defaultBranch);
  if (disconnected.aborted) return;
  const child = startReceivePack(exchange);
  const push: PushState = {};
  disconnected.addEventListener('abort', () => {
    if (!push.preReceive) child.stop();
  });
  listenToHooks(exchange, child, push);
  const reportBuffer = new ReportBuffer(isSession);
  const limit = grant.maxInputSize ? grant.maxInputSize + commandAllowance : 0;
  const feeding = feedRequest(exchange, child, limit);
  const responding = streamResponse(child, response, contentType, (chunk) => reportBuffer.filter(chunk));
  const [input, output] = await Promise.allSettled([feeding, responding]);
  const end = await child.ended;
  await reportPush(exchange, push, end.ok);
  if (input.status === 'rejected') throw input.reason;
  if (output.status === 'rejected') throw output.reason;
  const report = reportBuffer.report();
  if (!end.ok && !disconnected.aborted) state.options.onError(new Error(end.errorOutput), 'receive-pack');
  if (!end.ok && report.length === 0 && !output.value) throw await toError(end.errorOutput, grant.repo);
  endResponse(response, contentType, report);
}

/** The error when git ended without a report. */
async function toError(errorOutput: string, repo: string): Promise<unknown> {
  const error = new Error(errorOutput);
  const explained = await explainDiskFailure(error, repo);
  return explained === error ? new HttpError(500, 'git could not receive the push') : explained;
}

function startReceivePack({ state, request, grant, isSession }: Exchange): GitChild {
  return startGit(state, {
    args: ['receive-pack', ...(isSession ? [] : ['--stateless-rpc']), '--end-of-options', grant.repo],
    config: [
      ['core.hooksPath', state.hookFolder],
      ['receive.maxInputSize', String(grant.maxInputSize ?? 0)],
      ...hiddenRefs(state),
    ],
    protocol: protocolOf(request),
    hookPipes: true,
  });
}

function listenToHooks(exchange: Exchange, child: GitChild, push: PushState): void {
  const reader = new HookMessageReader();
  const report = (error: unknown): void => exchange.state.options.onError(error, 'push hooks');
  child.fromHook.on('error', report);
  // The pipe breaks when git ends without calling the hook, which its output explains; the result
  // is then not needed.
  child.toHook.on('error', () => child.toHook.destroy());
  child.fromHook.on('data', (chunk: Buffer) => {
    try {
      child.touch();
      const message = reader.push(chunk);
      if (message?.hook === 'pre-receive') void answerPreReceive(exchange, child, push, message);
      else if (message) push.applied = message.updates;
    } catch (error) {
      report(error);
      child.toHook.end('refused\nThe push contains ref names that could not be parsed.\n');
    }
  });
}

async function answerPreReceive(
  exchange: Exchange,
  child: GitChild,
  push: PushState,
  message: Extract<HookMessage, { hook: 'pre-receive' }>,
): Promise<void> {
  // git rejects these refs individually, but still passes them to the hook.
  const { serverRefs } = exchange.state.limits;
  const updates = message.updates.filter(({ ref }) => !serverRefs.some((prefix) => ref.startsWith(`${prefix}/`)));
  push.preReceive = { ...message, updates };
  push.result = checkPush(exchange, push.preReceive);
  const result = await push.result;
  child.touch();
  child.toHook.end(result.accepted ? 'accepted\n' : `refused\n${printable(result.message)}\n`);
}

/** Never rejects: a push that cannot be checked is refused. */
async function checkPush(
  { state, grant }: Exchange,
  { updates, pushOptions, quarantineEnv }: Extract<HookMessage, { hook: 'pre-receive' }>,
): Promise<PreReceiveResult> {
  if (updates.length === 0) return { accepted: false, message: 'These refs are reserved by the server.' };
  const invalid = updates.find(({ ref }) => !isValidRefName(ref) || ref.includes('\ufffd'));
  if (invalid) return { accepted: false, message: `'${invalid.ref}' is not a valid ref name` };
  try {
    const { actor, repo } = grant;
    return await state.options.preReceive({ actor, repo, updates, pushOptions, quarantineEnv });
  } catch (error) {
    state.options.onError(error, 'preReceive');
    return { accepted: false, message: 'The push could not be checked. Try again later.' };
  }
}

/** Passes the applied updates of an accepted push to `postReceive`. */
async function reportPush({ state, grant }: Exchange, push: PushState, hasEnded: boolean): Promise<void> {
  if (!push.preReceive || !(await push.result)?.accepted) return;
  const { updates, pushOptions } = push.preReceive;
  try {
    // git reports the applied updates unless there are none; the refs are read only when git was
    // killed.
    const applied = push.applied ?? (hasEnded ? [] : await readApplied(grant.repo, updates, state.options.environment));
    await state.options.postReceive({ actor: grant.actor, repo: grant.repo, updates: applied, pushOptions });
  } catch (error) {
    state.options.onError(error, 'postReceive');
  }
}

/** Removes control characters, because the message is shown on a terminal. */
function printable(message: string): string {
  return message.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, ' ').trim() || 'The push was refused.';
}
