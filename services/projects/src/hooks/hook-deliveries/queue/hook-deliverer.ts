/**
 * Sends waiting deliveries. The process that holds the lease of a hook sends its deliveries: a few
 * concurrently, and those about the same resource in order. A slow or unavailable receiver does not
 * delay other hooks. If a process dies, its leases expire and another process continues.
 */
import type { Leases } from '@forgemesh/service';
import type { Logger } from '@forgemesh/telemetry';
import { pausedUntil } from '#hooks/hooks';
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
  private readonly active = new Map<number, { rerun: boolean }>();
  private isClosed = false;

  constructor(
    private readonly depsOf: () => HookDeliveriesDeps,
    private readonly leases: Leases,
    private readonly log: Logger,
  ) {}

  private get deps(): HookDeliveriesDeps {
    return this.depsOf();
  }

  wake(hookId: number): void {
    const running = this.active.get(hookId);
    if (running) running.rerun = true;
    else if (!this.isClosed && this.active.size < MAX_HOOKS) void this.run(hookId);
  }

  async wakeDue(): Promise<void> {
    const due = (await this.deps.deliveries.distinct('hook_id', mayBeDue())) as number[];
    for (const id of due) this.wake(id);
  }

  close(): void {
    this.isClosed = true;
  }

  private async run(hookId: number): Promise<void> {
    const running = { rerun: false };
    this.active.set(hookId, running);
    try {
      if (await this.leases.acquire(leaseOf(hookId), LEASE_MS)) {
        await this.sendAll(hookId);
        await this.leases.release(leaseOf(hookId));
      }
    } catch (error) {
      this.log.warn({ err: error, hook_id: hookId }, 'failed to send the deliveries of a hook, will retry');
    } finally {
      this.active.delete(hookId);
    }
    if (running.rerun) this.wake(hookId);
  }

  private async sendAll(hookId: number): Promise<void> {
    while (!this.isClosed) {
      const hook = await findDeliveryTarget(this.deps, hookId);
      if (!hook) return void (await this.deps.deliveries.deleteMany({ hook_id: hookId }));
      const until = pausedUntil(hook);
      if (until) return this.postpone(hookId, until);
      // A failing receiver gets one delivery at a time as a probe.
      const due = (await this.dueHeads(hookId)).slice(0, hook.failures ? 1 : MAX_CONCURRENT);
      if (due.length === 0 || !(await this.leases.acquire(leaseOf(hookId), LEASE_MS))) return;
      const results = await Promise.all(due.map(({ _id }) => this.sendOne(hook, _id)));
      const isBack = await this.updateHealth(
        hook,
        results.filter((result) => result !== undefined),
      );
      // Still failing: the next attempt is made later with another delivery.
      if (hook.failures && !isBack) return;
    }
  }

  /** The first delivery of each resource, if it is due. */
  private async dueHeads(hookId: number): Promise<Waiting[]> {
    const waiting = await this.deps.deliveries
      .find({ hook_id: hookId, state: 'waiting' }, waitingFields)
      .sort({ _id: 1 })
      .limit(QUEUE_WINDOW)
      .lean<Waiting[]>();
    waiting.sort((one, other) => one.occurred_at.getTime() - other.occurred_at.getTime() || one._id - other._id);
    const heads = new Map<string, Waiting>();
    for (const one of waiting) if (!heads.has(one.resource)) heads.set(one.resource, one);
    return [...heads.values()].filter((head) => isDue(head));
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

function leaseOf(hookId: number): string {
  return `projects-hook-${hookId}`;
}
