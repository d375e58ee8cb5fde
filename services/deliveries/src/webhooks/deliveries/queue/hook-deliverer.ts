/**
 * Sends waiting deliveries. The process that holds the lease of a hook sends its deliveries: a few
 * concurrently, and those about the same resource in order. A slow or unavailable receiver does not
 * delay other hooks. If a process dies, its leases expire and another process continues.
 */
import { createKeyClaims, firstOfEach, JobQueue, type JobRun, type Leases } from '@forgemesh/jobs';
import type { Logger } from '@forgemesh/telemetry';
import { pausedUntil } from '#webhooks/hooks';
import type { DeliveryRunner } from '../delivery-runner';
import { isDue, mayBeDue, nextRetryAt } from '../delivery-rules';
import type { DeliveryDocument } from '../delivery.model';
import { findDeliveryTarget, updateTargetHealth, type DeliveryTarget } from '../sending/delivery-target';
import { sendDelivery, type DeliveryResult } from '../sending/send-delivery';
import type { HookDeliveriesDeps } from '../deps';
import { resumeDeliveries } from './resume-deliveries';

/** Longer than an attempt, including redirects. */
const LEASE_MS = 60_000;
/** Maximum number of concurrent deliveries of one hook. */
const MAX_CONCURRENT = 4;
/** Maximum number of concurrent hooks in one process. */
const MAX_HOOKS = 200;
/** Number of queued deliveries of a hook that are searched for further resources. */
const QUEUE_WINDOW = 500;

type Waiting = Pick<DeliveryDocument, '_id' | 'resource' | 'occurred_at' | 'created_at' | 'due_at' | 'tries'>;
const waitingFields = { resource: 1, occurred_at: 1, created_at: 1, due_at: 1, tries: 1 } as const;

/** Sends deliveries in this process. */
export class HookDeliverer implements DeliveryRunner {
  private readonly queue: JobQueue<number, number>;

  constructor(
    private readonly depsOf: () => HookDeliveriesDeps,
    leases: Leases,
    log: Logger,
  ) {
    this.queue = new JobQueue({
      name: 'deliveries-webhooks',
      store: createKeyClaims({
        leases,
        nameOf: (hookId) => `deliveries-webhook-${hookId}`,
        findDue: (_limit, running) => this.findDueHooks(running),
      }),
      leaseMs: LEASE_MS,
      capacity: { maxRunning: MAX_HOOKS },
      work: (hookId, run) => this.sendAll(hookId, run),
      log,
    });
  }

  private get deps(): HookDeliveriesDeps {
    return this.depsOf();
  }

  wake(hookId: number): void {
    this.queue.wake(hookId);
  }

  wakeDue(): Promise<void> {
    return this.queue.wakeDue();
  }

  close(): Promise<void> {
    return this.queue.close();
  }

  private async findDueHooks(running: readonly number[]): Promise<number[]> {
    const due = (await this.deps.deliveries.distinct('hook_id', mayBeDue())) as number[];
    // Deliveries of running hooks that became due after their last search need another run.
    for (const id of running.filter((one) => due.includes(one))) this.wake(id);
    return due.filter((id) => !running.includes(id));
  }

  private async sendAll(hookId: number, run: JobRun): Promise<'next'> {
    while (await run.mayContinue()) {
      const hook = await findDeliveryTarget(this.deps, hookId);
      if (!hook) {
        await this.deps.deliveries.deleteMany({ hook_id: hookId });
        break;
      }
      const until = pausedUntil(hook);
      if (until) {
        await this.postpone(hookId, until);
        break;
      }
      // A failing receiver gets one delivery at a time as a probe.
      const due = (await this.dueHeads(hookId)).slice(0, hook.failures ? 1 : MAX_CONCURRENT);
      if (due.length === 0) break;
      const results = await Promise.all(due.map(({ _id }) => this.sendOne(hook, _id)));
      const isBack = await this.updateHealth(
        hook,
        results.filter((result) => result !== undefined),
      );
      // Still failing: the next attempt is made later with another delivery.
      if (hook.failures && !isBack) break;
    }
    return 'next';
  }

  /** The first delivery of each resource, if it is due. */
  private async dueHeads(hookId: number): Promise<Waiting[]> {
    const waiting = await this.deps.deliveries
      .find({ hook_id: hookId, state: 'waiting' }, waitingFields)
      .sort({ _id: 1 })
      .limit(QUEUE_WINDOW)
      .lean<Waiting[]>();
    waiting.sort((one, other) => one.occurred_at.getTime() - other.occurred_at.getTime() || one._id - other._id);
    return firstOfEach(waiting, ({ resource }) => resource).filter((head) => isDue(head));
  }

  private async sendOne(hook: DeliveryTarget, id: number): Promise<DeliveryResult | undefined> {
    const delivery = await this.deps.deliveries.findById(id).lean<DeliveryDocument>();
    if (!delivery) return undefined;
    const result = await sendDelivery(this.deps, hook, delivery);
    await recordDeliveryResult(this.deps, delivery, result);
    return result;
  }

  /** While a hook pauses, none of its deliveries are due. */
  private async postpone(hookId: number, until: Date): Promise<void> {
    await this.deps.deliveries.updateMany(
      { hook_id: hookId, state: 'waiting', due_at: { $lt: until } },
      { $set: { due_at: until } },
    );
  }

  /**
   * Updates the health of a hook and returns whether its receiver works. After a recovery the
   * waiting deliveries become due.
   */
  private async updateHealth(hook: DeliveryTarget, results: readonly DeliveryResult[]): Promise<boolean> {
    // Refused addresses say nothing about the receiver.
    const conclusive = results.filter(({ failed, shouldRetry }) => !failed || shouldRetry);
    const succeeded = conclusive.every(({ failed }) => !failed);
    if (conclusive.length === 0 || (succeeded && !hook.failures)) return true;
    const isBack = (await updateTargetHealth(this.deps, hook, conclusive)) === 0;
    if (isBack) await resumeDeliveries(this.deps, hook);
    return isBack;
  }
}

/** Stores the result of an attempt. */
export async function recordDeliveryResult(
  { deliveries }: Pick<HookDeliveriesDeps, 'deliveries'>,
  { _id, tries }: DeliveryDocument,
  { sent, failed, shouldRetry }: DeliveryResult,
): Promise<void> {
  const due = failed && shouldRetry ? nextRetryAt(tries + 1) : undefined;
  const state = due ? 'waiting' : failed ? 'failed' : 'delivered';
  await deliveries.updateOne(
    { _id },
    { $set: { ...sent, state, tries: tries + 1, ...(due && { due_at: due }) }, ...(!due && { $unset: { due_at: 1 } }) },
  );
}
