import { onApprovalsChanged } from './on-approvals-changed';
import { onAuditedEvents } from './on-audited-event';
import { onCreated } from './on-created';
import { onForkChanged } from './on-fork-changed';
import { onHookOccasions } from './on-hook-occasion';
import { onIssueChanged } from './on-issue-changed';
import { onLanguagesMeasured } from './on-languages-measured';
import { onGroupGone } from './on-group-gone';
import { onMemberAdded } from './on-member-added';
import { onNotificationSettingChanged } from './on-notification-setting-changed';
import { onOwnerGone } from './on-owner-gone';
import { onProjectGone } from './on-project-gone';
import { onProjectMoved } from './on-project-moved';
import { onPushReceived } from './on-push-received';
import { onPushToMirror } from './on-push-to-mirror';
import { onRemovalStarted } from './on-removal-started';
import { onRemoved } from './on-removed';
import { onStarChanged } from './on-star-changed';
import { onRepositoryMeasured } from './on-repository-measured';
import { onSourceRemoved } from './on-source-removed';
import { onUserChanged } from './on-user-changed';
import { onUserDeleted } from './on-user-deleted';
import { onVisibilityChanged } from './on-visibility-changed';

export const consumers = [
  onApprovalsChanged,
  ...onAuditedEvents,
  onCreated,
  onForkChanged,
  ...onHookOccasions,
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
