/**
 * Serves a push. Three facts are kept in order: `preReceive` has agreed before a ref moves;
 * `postReceive` has settled before the client reads what became of its refs; and what `postReceive`
 * is told is what git did, not what was asked.
 */
import { explainDiskFailure } from '../storage/disk-failure';
import { ensureRepository } from '../storage/ensure-repository';
import { isValidRefName } from '../write/ref-names';
import type { RefUpdate } from '../write/ref-transactions';
import { hiddenRefs } from './advertise';
import { feedRequest } from './feed-request';
import type { GitChild } from './git-child';
import { HookMessageReader, type HookMessage } from './hook-folder';
import { readApplied } from './read-applied';
import { ReportHolder } from './report-holder';
import { HttpError } from './request-body';
import { endAnswer, streamAnswer } from './stream-answer';
import { protocolOf, startGit, type Exchange } from './transport-state';
import type { PreReceiveVerdict } from './transport.types';

/** Beyond the pack, a push names its refs; this much is allowed for them. */
const commandAllowance = 64 * 1024 * 1024;

/** What is known of a push so far. */
interface Push {
  /**
   * Set once git has checked the objects and asks for the verdict; from then on the push is never
   * broken off.
   */
  asked?: Extract<HookMessage, { hook: 'pre-receive' }>;
  verdict?: Promise<PreReceiveVerdict>;
  applied?: RefUpdate[];
}

export async function receivePack(exchange: Exchange): Promise<void> {
  const { state, grant, response, service, isSession, gone } = exchange;
  const contentType = `application/x-${service}-result`;
  await ensureRepository(grant.repo, grant.defaultBranch);
  if (gone.aborted) return;
  const child = startReceivePack(exchange);
  const push: Push = {};
  gone.addEventListener('abort', () => {
    if (!push.asked) child.stop();
  });
  listenToHooks(exchange, child, push);
  const holder = new ReportHolder(isSession);
  const limit = grant.maxInputSize ? grant.maxInputSize + commandAllowance : 0;
  const feeding = feedRequest(exchange, child, limit);
  const answering = streamAnswer(child, response, contentType, (chunk) => holder.pass(chunk));
  const [fed, said] = await Promise.allSettled([feeding, answering]);
  const end = await child.ended;
  await settle(exchange, push, end.ok);
  if (fed.status === 'rejected') throw fed.reason;
  if (said.status === 'rejected') throw said.reason;
  const report = holder.report();
  if (!end.ok && !gone.aborted) state.options.onError(new Error(end.words), 'receive-pack');
  if (!end.ok && report.length === 0 && !said.value) throw await failureOf(end.words, grant.repo);
  endAnswer(response, contentType, report);
}

/** Why git ended without a report. */
async function failureOf(words: string, repo: string): Promise<unknown> {
  const error = new Error(words);
  const explained = await explainDiskFailure(error, repo);
  return explained === error ? new HttpError(500, 'git could not take the push') : explained;
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

function listenToHooks(exchange: Exchange, child: GitChild, push: Push): void {
  const reader = new HookMessageReader();
  const report = (error: unknown): void => exchange.state.options.onError(error, 'push hooks');
  child.fromHook.on('error', report);
  // The pipe breaks when git ends without asking, which its answer explains; the verdict was then
  // not needed.
  child.toHook.on('error', () => child.toHook.destroy());
  child.fromHook.on('data', (chunk: Buffer) => {
    try {
      child.touch();
      const message = reader.push(chunk);
      if (message?.hook === 'pre-receive') void answer(exchange, child, push, message);
      else if (message) push.applied = message.updates;
    } catch (error) {
      report(error);
      child.toHook.end('refused\nThe push names refs in a way that is not understood.\n');
    }
  });
}

async function answer(
  exchange: Exchange,
  child: GitChild,
  push: Push,
  message: Extract<HookMessage, { hook: 'pre-receive' }>,
): Promise<void> {
  // git refuses these refs one by one, but names them to the hook all the same.
  const { serverRefs } = exchange.state.limits;
  const updates = message.updates.filter(({ ref }) => !serverRefs.some((prefix) => ref.startsWith(`${prefix}/`)));
  push.asked = { ...message, updates };
  push.verdict = decide(exchange, push.asked);
  const verdict = await push.verdict;
  child.touch();
  child.toHook.end(verdict.accepted ? 'accepted\n' : `refused\n${printable(verdict.message)}\n`);
}

/** Never rejects: a push that cannot be checked is refused. */
async function decide(
  { state, grant }: Exchange,
  { updates, pushOptions, quarantineEnv }: Extract<HookMessage, { hook: 'pre-receive' }>,
): Promise<PreReceiveVerdict> {
  if (updates.length === 0) return { accepted: false, message: 'These refs are kept by the server.' };
  const strange = updates.find(({ ref }) => !isValidRefName(ref) || ref.includes('\ufffd'));
  if (strange) return { accepted: false, message: `'${strange.ref}' is not a valid ref name` };
  try {
    const { actor, repo } = grant;
    return await state.options.preReceive({ actor, repo, updates, pushOptions, quarantineEnv });
  } catch (error) {
    state.options.onError(error, 'preReceive');
    return { accepted: false, message: 'The push could not be checked. Try again later.' };
  }
}

/** Tells `postReceive` what became of an accepted push. */
async function settle({ state, grant }: Exchange, push: Push, ended: boolean): Promise<void> {
  if (!push.asked || !(await push.verdict)?.accepted) return;
  const { updates, pushOptions } = push.asked;
  try {
    // git names what it did unless it did nothing; only when it was cut down must the refs
    // themselves be asked.
    const applied = push.applied ?? (ended ? [] : await readApplied(grant.repo, updates, state.options.environment));
    await state.options.postReceive({ actor: grant.actor, repo: grant.repo, updates: applied, pushOptions });
  } catch (error) {
    state.options.onError(error, 'postReceive');
  }
}

/** A message is shown on a terminal: nothing in it may steer one. */
function printable(message: string): string {
  return message.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, ' ').trim() || 'The push was refused.';
}
