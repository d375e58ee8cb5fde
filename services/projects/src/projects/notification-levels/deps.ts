import type { QueryCache } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { NotificationLevelDocument } from './notification-level.model';

/** Dependencies of notification levels. */
export interface NotificationLevelsDeps {
  /** Users' notification levels by project and group, for display. */
  notificationLevels: Model<NotificationLevelDocument>;
  /** Notification levels by user id. */
  notificationLevelCache: QueryCache<ReadonlyMap<string, number>, number>;
}
