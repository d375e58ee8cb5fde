import type { AnyConsumer } from '@forgemesh/events';
import { onApprovalsChanged } from './approvals/on-approvals-changed';
import { onAuditedEvents } from './on-audited-event';
import { onCreated } from './projects/on-created';
import { onForkChanged } from './projects/on-fork-changed';
import { onIssueChanged } from './collaboration/on-issue-changed';
import { onLanguagesMeasured } from './repository/on-languages-measured';
import { onGroupDeleted } from './projects/on-group-deleted';
import { onGroupRenamed } from './projects/on-group-renamed';
import { onMemberAdded } from './projects/on-member-added';
import { onNotificationSettingChanged } from './collaboration/on-notification-setting-changed';
import { onOwnerDeleted } from './projects/on-owner-deleted';
import { onProjectDeleted } from './projects/on-project-deleted';
import { onProjectMoved } from './projects/on-project-moved';
import { onPushReceived } from './repository/on-push-received';
import { onPushToMirror } from './repository/on-push-to-mirror';
import { onRemovalStarted } from './projects/on-removal-started';
import { onMemberSourceDeleted } from './projects/on-member-source-deleted';
import { onStarChanged } from './projects/on-star-changed';
import { onRepositoryMeasured } from './repository/on-repository-measured';
import { onForkSourceDeleted } from './projects/on-fork-source-deleted';
import { onUserChanged } from './identity/on-user-changed';
import { onUserDeleted } from './on-user-deleted';
import { onVisibilityChanged } from './projects/on-visibility-changed';
import type { Projects } from '#deps';

/** The consumers of the service; each names the dependencies that it needs. */
export const consumers: readonly AnyConsumer<Projects>[] = [
  onApprovalsChanged,
  ...onAuditedEvents,
  onCreated,
  onForkChanged,
  onIssueChanged,
  onLanguagesMeasured,
  onGroupDeleted,
  onGroupRenamed,
  onMemberAdded,
  onNotificationSettingChanged,
  onOwnerDeleted,
  onProjectDeleted,
  onProjectMoved,
  onPushReceived,
  onPushToMirror,
  onRemovalStarted,
  onMemberSourceDeleted,
  onStarChanged,
  onRepositoryMeasured,
  onForkSourceDeleted,
  onUserChanged,
  onUserDeleted,
  onVisibilityChanged,
];
