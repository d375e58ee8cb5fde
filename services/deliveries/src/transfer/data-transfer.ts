/**
 * Transfers webhooks, integrations, deliveries and mails that earlier releases stored in the
 * projects and collaboration services.
 *
 * At the first start, the service is ready only after webhooks and integrations are transferred,
 * and at later ones after a transfer or some seconds. Everything else follows in the background,
 * and so does what processes of an earlier release write while they are being replaced. All steps
 * may be repeated and run in several processes.
 */
import { HOUR_MS } from '@forgemesh/service/durations';
import { setTimeout as pause } from 'node:timers/promises';
import { transferLog, transferWaitingDeliveries } from './transfer-deliveries';
import { raiseSequences, transferHooks, transferIntegrations } from './transfer-hooks';
import { transferMails } from './transfer-mails';
import type { TransferRunner, TransferStepDeps } from './deps';
import { TRANSFER_ID } from './transfer.model';

const RETRY_MS = 500;
/** How long a later start waits for the projects service. */
const MAX_START_MS = 10_000;
/** Interval while rows are left. */
const BUSY_INTERVAL_MS = 5_000;
/** Interval while processes of an earlier release may run. */
const UPGRADE_INTERVAL_MS = 30_000;
/** How long they may run after this process has started or has found rows. */
const UPGRADE_MS = 15 * 60_000;
/** Interval after that. */
const IDLE_INTERVAL_MS = HOUR_MS;

/** The transfer in this process. */
export class DataTransfer implements TransferRunner {
  private nextAt = -Infinity;
  private upgradeUntil = performance.now() + UPGRADE_MS;
  /** Whether there ever was a row; undefined until the sequences are raised. */
  private hadRows: boolean | undefined;
  private running: Promise<void> | undefined;
  private waiting: Promise<void> | undefined;

  constructor(
    private readonly depsOf: () => TransferStepDeps,
    /** Whether a mail server is configured. */
    private readonly sendsMails: boolean,
  ) {}

  async prepare(): Promise<void> {
    const { transfers, log } = this.depsOf();
    if (await transfers.exists({ _id: TRANSFER_ID })) {
      // After a return from the earlier release, what it has delivered is not delivered again.
      const transferred = this.run().catch((error: unknown) => log.warn({ err: error }, 'nothing is transferred yet'));
      await Promise.race([transferred, pause(MAX_START_MS, undefined, { ref: false })]);
      return;
    }
    for (;;) {
      try {
        await this.transferEntities();
        return;
      } catch (error) {
        log.warn({ err: error }, 'webhooks are not transferred yet, will be retried');
        await pause(RETRY_MS);
      }
    }
  }

  isDue(): boolean {
    return performance.now() >= this.nextAt;
  }

  /** A run in progress may have read before the caller's change: another one follows it. */
  run(): Promise<void> {
    this.waiting ??= Promise.resolve(this.running)
      .catch(() => undefined)
      .then(() => {
        this.waiting = undefined;
        this.running = this.runOnce();
        return this.running;
      });
    return this.waiting;
  }

  async remove(kind: 'hook' | 'integration', id: number, actor: number | null): Promise<void> {
    const { hooks, integrations } = this.depsOf();
    if (kind === 'integration') {
      const integration = await integrations.find(id);
      if (integration) await integrations.remove(integration, { type: 'deliveries.integration.deleted', actor });
      return;
    }
    const hook = await hooks.find(id);
    const type = hook?.project_id === null ? 'deliveries.system_hook.deleted' : 'deliveries.hook.deleted';
    if (hook) await hooks.remove(hook, { type, actor });
  }

  private async runOnce(): Promise<void> {
    const deps = this.depsOf();
    const rows = await this.transferEntities();
    const steps = [await transferWaitingDeliveries(deps)];
    if (this.sendsMails) steps.push(await transferMails(deps));
    steps.push(await transferLog(deps));
    const moved = steps.reduce((sum, step) => sum + step.rows, rows);
    const isLeft = steps.some(({ left_out }) => left_out > 0);
    const now = performance.now();
    if (moved > 0) {
      deps.log.info({ rows: moved }, 'stored data was transferred');
      this.upgradeUntil = now + UPGRADE_MS;
    }
    const mayFollow = (this.hadRows === true || moved > 0) && now < this.upgradeUntil;
    this.nextAt = now + (isLeft ? BUSY_INTERVAL_MS : mayFollow ? UPGRADE_INTERVAL_MS : IDLE_INTERVAL_MS);
  }

  /** Returns the number of transferred webhooks and integrations. */
  private async transferEntities(): Promise<number> {
    const deps = this.depsOf();
    this.hadRows ??= await raiseSequences(deps);
    const hooks = await transferHooks(deps);
    const integrations = await transferIntegrations(deps);
    const first = { completed_at: new Date(), delivery_id: 0 };
    await deps.transfers.updateOne({ _id: TRANSFER_ID }, { $setOnInsert: first }, { upsert: true });
    return hooks.rows + integrations.rows;
  }
}
