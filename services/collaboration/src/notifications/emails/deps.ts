import type { Model } from 'mongoose';
import type { NotesDeps } from '#discussion/notes';
import type { ReferencesDeps } from '#items/references';
import type { ItemNotes } from '#items/shared';
import type { NotificationSettingsDeps } from '#notifications/notification-settings';
import type { MailDocument } from './mail.model';

/** Sends the queued mails in the background. */
export interface MailRunner {
  /** Whether a mail server is configured. */
  readonly isEnabled: boolean;
  /** Starts sending a queued mail; never throws. */
  wake(id: string): void;
  /** Starts sending the mails that are due. */
  wakeDue(): Promise<void>;
  /** Finishes the mails in progress and starts no others. */
  close(): Promise<void>;
}

/** Dependencies of emails. */
export interface EmailsDeps
  extends ReferencesDeps, Pick<NotesDeps, 'notes'>, Pick<NotificationSettingsDeps, 'notificationSettings'> {
  /** The notes on items, whose authors are notified. */
  itemNotes: ItemNotes;
  /** Queued mails, and the outcome of recent ones. */
  mails: Model<MailDocument>;
  mailer: MailRunner;
}
