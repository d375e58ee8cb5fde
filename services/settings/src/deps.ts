/** Dependencies of the settings service; `compose.ts` creates them. */
import type { ObjectStorage } from '@forgemesh/objects';
import type { DeadLettersDeps } from './administration/dead-letters/deps';
import type { EventConsumersDeps, NatsSyncDeps } from './administration/event-consumers/deps';
import type { JobMetricsDeps } from './administration/job-metrics/deps';
import type { ObjectMigrationsDeps } from './administration/object-migrations/deps';
import type { SecretRotationsDeps } from './administration/secret-rotations/deps';
import type { AppearanceDeps } from './appearance/deps';
import type { BroadcastMessagesDeps } from './broadcast-messages/deps';
import type { FeaturesDeps } from './features/deps';
import type { InternalSettingsDeps } from './internal/settings/deps';
import type { LicenseDeps } from './license/deps';
import type { ApplicationSettingsDeps } from './application-settings/deps';

/** The dependencies of all areas. */
export interface SettingsService
  extends
    DeadLettersDeps,
    EventConsumersDeps,
    NatsSyncDeps,
    JobMetricsDeps,
    ObjectMigrationsDeps,
    SecretRotationsDeps,
    AppearanceDeps,
    BroadcastMessagesDeps,
    FeaturesDeps,
    InternalSettingsDeps,
    LicenseDeps,
    ApplicationSettingsDeps {
  objectStorage: ObjectStorage;
}
