/**
 * Downloads of content: their work is done in slots that callers share, and what a slow reader has
 * not read is kept in a spool, so that it holds no slot and no process.
 */
import { Admission, type AdmissionLimits, type Caller, OverloadError, PaceWatch } from '@forgemesh/admission';
import { GitError } from '../errors';
import { Spool } from '../spool/spool';
import { SpoolSpace } from '../spool/spool-space';
import type { DownloadSettings } from './messages';
import type { Pipe } from './pipe';

/** Kinds of downloads, which have slots of their own. Copies are those of whole repositories. */
export type DownloadKind = 'blob' | 'archive' | 'patch' | 'copy';

/** One download. */
export interface Download {
  kind: DownloadKind;
  caller: Caller;
  /** Folder of the repository. */
  repo: string;
  /** Aborted when the caller cancels. */
  signal: AbortSignal;
  pipe: Pick<Pipe, 'write' | 'fail'>;
}

/** Receives the content; resolves when more may be written. */
export interface DownloadSink {
  write(bytes: Buffer): Promise<void>;
}

const HALF_A_MINUTE_MS = 30_000;
const HALF_AN_HOUR_MS = 1_800_000;
const slotLimits: Record<DownloadKind, AdmissionLimits> = {
  blob: { running: 16, perResource: 4, queue: 200, waitMs: HALF_A_MINUTE_MS },
  archive: { running: 8, perResource: 2, queue: 100, waitMs: HALF_A_MINUTE_MS },
  patch: { running: 16, perResource: 2, queue: 200, waitMs: HALF_A_MINUTE_MS },
  copy: { running: 16, perResource: 2, queue: 200, waitMs: HALF_AN_HOUR_MS },
};
/** Milliseconds that work waits for a slow reader before its output goes to a spool. */
const WRITE_TIMEOUT_MS = 500;
/** Receivers of a whole repository may be busy with its files. */
const COPY_IDLE_SECONDS = 600;

/** All downloads of a worker. */
export class Downloads {
  private readonly slots: Record<DownloadKind, Admission>;
  private readonly transfers: Admission;
  private readonly space: SpoolSpace;

  constructor(private readonly settings: DownloadSettings) {
    this.slots = {
      blob: new Admission(slotLimits.blob),
      archive: new Admission(slotLimits.archive),
      patch: new Admission(slotLimits.patch),
      copy: new Admission(slotLimits.copy),
    };
    this.transfers = new Admission({ running: settings.maxTransfers, queue: 0, waitMs: 0 });
    this.space = new SpoolSpace(settings.spoolFolder, { maxBytes: settings.spoolBytes });
  }

  /**
   * Does the work in a slot and resolves when the reader has everything. The signal of the work is
   * aborted when nobody needs its result any more. Errors: those of the work, `overloaded`,
   * `cancelled`, and `deadline_exceeded` for a reader that is too slow.
   */
  async run<T>(download: Download, work: (sink: DownloadSink, signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      const release = await this.transfers.acquire(download);
      try {
        return await this.transfer(download, work);
      } finally {
        release();
      }
    } catch (error) {
      if (error instanceof OverloadError)
        throw new GitError('overloaded', error.message, { retry_after: error.retryAfter });
      throw error;
    }
  }

  private async transfer<T>(
    { kind, caller, repo, signal, pipe }: Download,
    work: (sink: DownloadSink, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    // A repository can be read again, so a copy of it needs no disk space.
    const writeTimeoutMs = kind === 'copy' ? Infinity : WRITE_TIMEOUT_MS;
    const spool = new Spool({ space: this.space, caller, writeTimeoutMs });
    const end = new AbortController();
    const working = AbortSignal.any([signal, end.signal]);
    working.addEventListener('abort', () => spool.close());
    const sending = this.send(spool, pipe, kind);
    sending.catch((error: unknown) => end.abort(error));
    try {
      const release = await this.slots[kind].acquire({ caller, resource: repo, signal: working });
      const result = await work(spool, working).finally(release);
      spool.end();
      await sending;
      signal.throwIfAborted();
      return result;
    } catch (error) {
      if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
      throw end.signal.aborted ? (end.signal.reason as Error) : error;
    } finally {
      spool.close();
    }
  }

  private async send(spool: Spool, pipe: Download['pipe'], kind: DownloadKind): Promise<void> {
    const { bytesPerSecond, idleSeconds } = this.settings;
    const limits = {
      seconds: Infinity,
      bytesPerSecond,
      idleSeconds: kind === 'copy' ? COPY_IDLE_SECONDS : idleSeconds,
    };
    const watch = new PaceWatch(limits, () =>
      pipe.fail(new GitError('deadline_exceeded', 'the download is read too slowly')),
    );
    try {
      for await (const chunk of spool) {
        watch.beginWait();
        await pipe.write(chunk);
        watch.endWait(chunk.length);
      }
    } finally {
      watch.stop();
    }
  }
}
