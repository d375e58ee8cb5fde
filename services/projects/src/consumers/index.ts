import type { AnyConsumer } from '@forgemesh/events';
import { onApprovalsChanged } from './approvals/on-approvals-changed';
import { onAuditedEvents } from './on-audited-event';
import { onCreated } from './projects/on-created';
import { onForkChanged } from './projects/on-fork-changed';
import { onHookTriggers } from './on-hook-trigger';
import { onIssueChanged } from './collaboration/on-issue-changed';
import { onLanguagesMeasured } from './repository/on-languages-measured';
import { onGroupGone } from './projects/on-group-deleted';
import { onMemberAdded } from './projects/on-member-added';
import { onNotificationSettingChanged } from './collaboration/on-notification-setting-changed';
import { onOwnerGone } from './projects/on-owner-deleted';
import { onProjectGone } from './projects/on-project-deleted';
import { onProjectMoved } from './projects/on-project-moved';
import { onPushReceived } from './repository/on-push-received';
import { onPushToMirror } from './repository/on-push-to-mirror';
import { onRemovalStarted } from './projects/on-removal-started';
import { onRemoved } from './projects/on-member-source-deleted';
import { onStarChanged } from './projects/on-star-changed';
import { onRepositoryMeasured } from './repository/on-repository-measured';
import { onSourceRemoved } from './projects/on-fork-source-deleted';
import { onUserChanged } from './identity/on-user-changed';
import { onUserDeleted } from './on-user-deleted';
import { onVisibilityChanged } from './projects/on-visibility-changed';
import type { Projects } from '../deps';

export const consumers: readonly AnyConsumer<Projects>[] = [
  onApprovalsChanged,
  ...onAuditedEvents,
  onCreated,
  onForkChanged,
  ...onHookTriggers,
  onIssueChanged,
  onLanguagesMeasured,
  onGroupGone,
  onMemberAdded,
  onNotificationSettingChanged,
  onOwnerGone,
  onProjectGone,
  onProjectMoved,
  onPushReceived,
  onPushToMirror,
  onRemovalStarted,
  onRemoved,
  onStarChanged,
  onRepositoryMeasured,
  onSourceRemoved,
  onUserChanged,
  onUserDeleted,
  onVisibilityChanged,
];
