import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UploadDocument } from './upload.model';

/** Uploads archives in the background. */
export interface UploadRunner {
  /** Starts an upload; never throws. */
  wake(id: string): void;
  /** Starts the uploads that are due. */
  wakeDue(): Promise<void>;
  /** Starts no more uploads and aborts those that do not end in time. */
  close(): Promise<void>;
}

/** Dependencies of uploads. */
export interface UploadsDeps {
  clients: Pick<Clients, 'exportUploads'>;
  settings: Settings<ApplicationSettings>;
  uploads: Model<UploadDocument>;
  uploader: UploadRunner;
  log: Logger;
}
