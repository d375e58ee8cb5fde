/**
 * Transition from the password hashes of earlier releases, which are not sealed.
 *
 * Processes of the earlier release read and write hashes during an upgrade. For an hour after the
 * first start, hashes are therefore stored as before. Then a job seals them all, and a few minutes
 * later hashes that are not sealed are refused: they can only have been written to the database by
 * others. A new instance seals its hashes from the start.
 *
 * The end of the transition is final. It is stored sealed in the database and as a file in the data
 * folder, so that a changed database does not start the transition again where the folder is kept.
 */
import { HOUR_MS } from '@forgemesh/service/durations';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { UserDocument } from '../user.model';
import { sealHash } from './hash-seal';
import type { PasswordTransitionDocument } from './password-transition.model';
import type { UnsealedHashes } from './passwords';

/** Time in which processes of the earlier release may run. */
const UPGRADE_MS = HOUR_MS;
/** Time in which writes end that began before hashes were sealed. */
const SETTLE_MS = 5 * 60 * 1000;
const STATE_ID = 'state';

interface State {
  /** Time from which hashes are sealed, in milliseconds since 1970. */
  sealedFrom: number;
  /** Whether all hashes are sealed. */
  isComplete: boolean;
}

/** Dependencies of the transition. */
export interface PasswordTransitionOptions {
  users: Model<UserDocument>;
  states: Model<PasswordTransitionDocument>;
  /** Seals the hashes and the progress. */
  box: SecretBox;
  /** File that exists when the transition is complete. */
  markerFile: string;
  log: Logger;
  now?: () => number;
}

/** The transition of one process. */
export class PasswordTransition implements UnsealedHashes {
  private isComplete = false;
  private readonly now: () => number;

  constructor(private readonly options: PasswordTransitionOptions) {
    this.now = options.now ?? Date.now;
  }

  /** Begins the transition at the first start on data of an earlier release. */
  async start(): Promise<void> {
    const { states, box, log } = this.options;
    if (this.isMarked()) return this.complete();
    if ((await states.exists({ _id: STATE_ID })) === null) {
      const isComplete = await this.needsNone();
      const state: State = { sealedFrom: isComplete ? 0 : this.now() + UPGRADE_MS, isComplete };
      const sealed = box.seal(JSON.stringify(state));
      await states.updateOne({ _id: STATE_ID }, { $setOnInsert: { sealed } }, { upsert: true });
      if (!isComplete) log.info({ sealed_from: new Date(state.sealedFrom) }, 'password hashes will be sealed');
    }
    await this.acceptsUnsealed();
  }

  /** Whether hashes that are not sealed are accepted. */
  async acceptsUnsealed(): Promise<boolean> {
    if (this.isComplete) return false;
    const { isComplete } = await this.read();
    if (isComplete) this.complete();
    return !isComplete;
  }

  /** Whether new hashes are stored without a seal, for processes of the earlier release. */
  async storesUnsealed(): Promise<boolean> {
    if (this.isComplete) return false;
    const { sealedFrom, isComplete } = await this.read();
    return !isComplete && this.now() < sealedFrom;
  }

  /** Seals all hashes when it is time, and completes the transition. */
  async run(): Promise<void> {
    if (this.isComplete) return;
    const { states, box, log } = this.options;
    const { sealedFrom, isComplete } = await this.read();
    if (isComplete) return this.complete();
    if (this.now() < sealedFrom) return;
    const isSettled = this.now() >= sealedFrom + SETTLE_MS;
    const count = await this.sealAll();
    log.info({ count }, 'password hashes were sealed');
    if (!isSettled) return;
    const state: State = { sealedFrom, isComplete: true };
    await states.updateOne({ _id: STATE_ID }, { $set: { sealed: box.seal(JSON.stringify(state)) } });
    this.complete();
  }

  /**
   * Whether there is nothing to seal: the instance is new, or has sealed hashes although the
   * progress is missing.
   */
  private async needsNone(): Promise<boolean> {
    const { users } = this.options;
    if ((await users.exists({})) === null) return true;
    for await (const { password_hash: hash } of usersWithPassword(users))
      if (this.options.box.isSealed(hash)) return true;
    return false;
  }

  private async sealAll(): Promise<number> {
    const { users, box } = this.options;
    let count = 0;
    for await (const { _id, password_hash: hash } of usersWithPassword(users)) {
      if (hash === null || box.isSealed(hash)) continue;
      // Written only if the password has not been changed in the meantime.
      const unchanged = { _id, password_hash: hash };
      const { modifiedCount } = await users.updateOne(unchanged, { $set: { password_hash: sealHash(box, _id, hash) } });
      count += modifiedCount;
    }
    return count;
  }

  private async read(): Promise<State> {
    const { states, box, log } = this.options;
    const stored = await states.findById(STATE_ID).lean();
    try {
      if (stored) return JSON.parse(box.open(stored.sealed)) as State;
    } catch (error) {
      log.error({ err: error }, 'the progress of sealing password hashes cannot be read');
    }
    // Removed or forged: nobody gains from that.
    return { sealedFrom: 0, isComplete: true };
  }

  private isMarked(): boolean {
    return existsSync(this.options.markerFile);
  }

  private complete(): void {
    this.isComplete = true;
    if (this.isMarked()) return;
    const { markerFile } = this.options;
    mkdirSync(dirname(markerFile), { recursive: true, mode: 0o700 });
    writeFileSync(markerFile, '', { mode: 0o600 });
  }
}

function usersWithPassword(users: Model<UserDocument>): AsyncIterable<Pick<UserDocument, '_id' | 'password_hash'>> {
  return users
    .find({ password_hash: { $type: 'string' } }, { password_hash: 1 })
    .sort({ _id: 1 })
    .lean<UserDocument>()
    .cursor();
}
