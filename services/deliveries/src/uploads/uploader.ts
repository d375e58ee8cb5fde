/**
 * Uploads archives; `@forgemesh/jobs` describes how. An upload that a crash interrupts is repeated
 * from its beginning.
 */
import { DocumentClaims, JobQueue, type Continuation, type JobRun } from '@forgemesh/jobs';
import type { Logger } from '@forgemesh/telemetry';
import type { UploadRunner, UploadsDeps } from './deps';
import { uploadArchive } from './upload-archive';
import type { UploadDocument } from './upload.model';

const LEASE_MS = 60_000;
/** Maximum number of concurrent uploads in one process. */
const MAX_CONCURRENT = 4;
/** Delay after which an upload is retried if the projects service is unavailable. */
const RETRY_MS = 10_000;

/** The uploads of this process. */
export class Uploader implements UploadRunner {
  private readonly claims: DocumentClaims<UploadDocument>;
  private readonly queue: JobQueue<string, UploadDocument>;

  constructor(
    private readonly depsOf: () => UploadsDeps,
    private readonly uploads: UploadsDeps['uploads'],
    private readonly log: Logger,
  ) {
    this.claims = new DocumentClaims({ model: uploads, dueAt: 'due_at', run: 'run' });
    this.queue = new JobQueue({
      name: 'deliveries-uploads',
      store: this.claims,
      leaseMs: LEASE_MS,
      capacity: { maxRunning: MAX_CONCURRENT },
      work: (upload, run) => this.run(upload, run),
      log,
    });
  }

  wake(id: string): void {
    this.queue.wake(id);
  }

  wakeDue(): Promise<void> {
    return this.queue.wakeDue();
  }

  close(): Promise<void> {
    return this.queue.close();
  }

  private async run({ _id: file, export_id }: UploadDocument, { id: run }: JobRun): Promise<Continuation> {
    try {
      await uploadArchive(this.depsOf(), { export_id, file });
      await this.uploads.deleteOne({ _id: file, run });
      return 'next';
    } catch (error) {
      this.log.warn({ err: error, export_id }, 'upload of an archive is retried');
      await this.claims.end(file, run, { dueAt: new Date(Date.now() + RETRY_MS) });
      return 'pause';
    }
  }
}
