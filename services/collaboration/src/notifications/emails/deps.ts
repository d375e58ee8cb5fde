import type { Outbox } from '@forgemesh/data';
import type { NotesDeps } from '#discussion/notes';
import type { ReferencesDeps } from '#items/references';
import type { ItemNotes } from '#items/shared';
import type { NotificationSettingsDeps } from '#notifications/notification-settings';

/** Dependencies of emails. */
export interface EmailsDeps
  extends ReferencesDeps, Pick<NotesDeps, 'notes'>, Pick<NotificationSettingsDeps, 'notificationSettings'> {
  /** The notes on items, whose authors are notified. */
  itemNotes: ItemNotes;
  /** Publishes an event that belongs to no document change. */
  record: Outbox['record'];
}
