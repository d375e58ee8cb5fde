/**
 * Serves a push. The order is guaranteed: `preReceive` accepts before any ref moves; `procReceive`
 * moves the refs; `postReceive` settles before the client reads the report, and receives the
 * applied updates, not the requested ones.
 */
import type { GitConfig } from '../storage/git-environment';
import { explainDiskFailure } from '../storage/disk-failure';
import { ensureRepository } from '../storage/ensure-repository';
import { isValidRefName } from '../write/refs/ref-names';
import type { RefUpdate } from '../write/refs/ref-transactions';
import { hiddenRefs } from './protocol/advertise';
import type { GitChild } from './child/git-child';
import { acquireSlot, protocolOf, type Exchange } from './exchange';
import { HookMessageReader, type HookMessage } from './hook-folder';
import { greeting, procReceiveReport, type ProcReceiveMessage, type UpdateResult } from './protocol/proc-receive';
import { ReportBuffer } from './protocol/report-buffer';
import { PushInput } from './streams/push-input';
import { HttpError } from './streams/request-body';
import { sendOutput } from './streams/send-output';
import { startGit, type TransportState } from './transport-state';
import type { PreReceiveResult, TransportGrant } from './transport.types';

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
  /**
   * The updates that `procReceive` has made: none before git requests them. Rejects if the outcome
   * is unknown.
   */
  applied: Promise<RefUpdate[]>;
}

/** Maximum bytes of the body of a push; 0 for no limit. */
export function maxPushBytes({ maxInputSize }: TransportGrant): number {
  return maxInputSize ? maxInputSize + commandAllowance : 0;
}

/** Serves a push whose body consists of the chunks. */
export async function receivePack(exchange: Exchange, chunks: AsyncGenerator<Buffer>): Promise<void> {
  const input = new PushInput(exchange, chunks);
  try {
    await input.isReady;
    const release = await acquireSlot(exchange, 'receive');
    try {
      const report = await runReceivePack(exchange, input.open());
      exchange.reply.end(report);
    } finally {
      release();
    }
  } finally {
    input.close();
  }
}

/** Runs git and returns its report. */
async function runReceivePack(exchange: Exchange, content: AsyncIterable<Buffer>): Promise<Buffer> {
  const { state, grant, reply, disconnected } = exchange;
  await ensureRepository(grant.repo, grant.defaultBranch);
  disconnected.throwIfAborted();
  const child = startReceivePack(exchange);
  const push: PushState = { applied: Promise.resolve([]) };
  disconnected.addEventListener('abort', () => {
    if (!push.preReceive) child.stop();
  });
  listenToHooks(exchange, child, push);
  const reportBuffer = new ReportBuffer();
  const feeding = child.feed(content).catch((error: unknown) => {
    if (!push.preReceive) child.stop();
    throw error;
  });
  const sending = sendOutput(exchange, child, (chunk) => reportBuffer.filter(chunk));
  // Git may end before it has read everything; nothing waits for the rest.
  const [input, output] = await Promise.allSettled([Promise.race([feeding, child.ended]), sending]);
  const end = await child.ended;
  const text = await reportPush(exchange, push);
  // After the check, the push has an outcome, which the client gets.
  if (input.status === 'rejected' && !push.preReceive) throw input.reason;
  if (output.status === 'rejected') throw output.reason;
  const report = reportBuffer.report(text);
  if (!end.ok && !disconnected.aborted) state.options.onError(new Error(end.errorOutput), 'receive-pack');
  if (!end.ok && report.length === 0 && !reply.hasStarted) throw await toError(end.errorOutput, grant.repo);
  return report;
}

/** The error when git ended without a report. */
async function toError(errorOutput: string, repo: string): Promise<unknown> {
  const error = new Error(errorOutput);
  const explained = await explainDiskFailure(error, repo);
  return explained === error ? new HttpError(500, 'git could not receive the push') : explained;
}

function startReceivePack({ state, request, grant }: Exchange): GitChild {
  return startGit(state, {
    args: ['receive-pack', '--stateless-rpc', '--end-of-options', grant.repo],
    config: [
      ['core.hooksPath', state.hookFolder],
      ['receive.maxInputSize', String(grant.maxInputSize ?? 0)],
      // The hook moves all refs.
      ['receive.procReceiveRefs', 'refs'],
      ...unpackConfig(state),
      ...hiddenRefs(state),
    ],
    protocol: protocolOf(request),
    hookPipes: true,
  });
}

/** By default, git unpacks the objects of small pushes. */
function unpackConfig({ options }: TransportState): GitConfig {
  return options.keepsPacks ? [['receive.unpackLimit', '1']] : [];
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
      for (const message of reader.push(chunk)) {
        if (message.hook === 'pre-receive') void answerPreReceive(exchange, child, push, message);
        else void answerProcReceive(exchange, child, push, message.message);
      }
    } catch (error) {
      report(error);
      child.toHook.end('refused\nThe push contains ref names that could not be parsed.\n\n');
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
  const result = await child.hold(push.result);
  child.toHook.write(hookReply(result, exchange.grant));
}

/** Moves the refs. If the outcome is unknown, git is stopped, so that the client gets no report. */
async function answerProcReceive(
  exchange: Exchange,
  child: GitChild,
  push: PushState,
  message: ProcReceiveMessage,
): Promise<void> {
  if (message.kind === 'version') {
    child.toHook.write(greeting());
    return;
  }
  const { state, grant } = exchange;
  const { updates, isAtomic } = message;
  const { actor, repo } = grant;
  const moving = state.options.procReceive({
    actor,
    repo,
    updates,
    pushOptions: push.preReceive?.pushOptions ?? [],
    isAtomic,
  });
  const applied = moving.then((results) => {
    const moved = new Set(results.filter(({ refusal }) => refusal === null).map(({ ref }) => ref));
    return updates.filter(({ ref }) => moved.has(ref));
  });
  push.applied = applied;
  try {
    const [results] = await child.hold(Promise.all([moving, applied]));
    child.toHook.end(procReceiveReport(results.map(printableResult)));
  } catch (error) {
    state.options.onError(error, 'procReceive');
    child.stop();
  }
}

function printableResult({ ref, refusal }: UpdateResult): UpdateResult {
  return { ref, refusal: refusal === null ? null : printable(refusal).replaceAll('\n', ' ') };
}

/** What the hook reads: the result, then what it shows to the user up to an empty line. */
function hookReply(result: PreReceiveResult, { notice }: TransportGrant): string {
  if (!result.accepted) return `refused\n${withoutEmptyLines(result.message)}\n\n`;
  return notice === undefined ? 'accepted\n' : `noticed\n${withoutEmptyLines(notice)}\n\n`;
}

/** The text that a user sees: an empty line would end it. */
function withoutEmptyLines(message: string): string {
  return printable(message).replace(/^$/gm, ' ');
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

/** Passes the applied updates of an accepted push to `postReceive`; returns its lines. */
async function reportPush({ state, grant }: Exchange, push: PushState): Promise<string> {
  if (!push.preReceive || !(await push.result)?.accepted) return '';
  const { pushOptions } = push.preReceive;
  try {
    const { actor, repo } = grant;
    // A failure was reported.
    const applied = await push.applied.catch(() => []);
    return withoutControls(await state.options.postReceive({ actor, repo, updates: applied, pushOptions }));
  } catch (error) {
    state.options.onError(error, 'postReceive');
    return '';
  }
}

function printable(message: string): string {
  return withoutControls(message).trim() || 'The push was refused.';
}

/** Removes control characters, because text is shown on a terminal. */
function withoutControls(text: string): string {
  return text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, ' ');
}
