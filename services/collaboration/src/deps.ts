/**
 * Dependencies of the collaboration service: those of all its areas. `compose.ts` creates them;
 * everything else names the dependencies of its own area.
 */
import type { AccessCaches } from '@forgemesh/cache';
import type { ContributionEventsDeps } from './activity/contribution-events/deps';
import type { ItemHistoryDeps } from './activity/item-history/deps';
import type { ResourceEventsDeps } from './activity/resource-events/deps';
import type { SearchDeps } from './activity/search/deps';
import type { AwardEmojiDeps } from './discussion/award-emoji/deps';
import type { DiscussionsDeps } from './discussion/discussions/deps';
import type { DraftNotesDeps } from './discussion/draft-notes/deps';
import type { EpicsDeps } from './items/epics/deps';
import type { IssueMovesDeps } from './items/issue-moves/deps';
import type { IssuesDeps } from './items/issues/deps';
import type { MergeRequestsDeps } from './items/merge-requests/deps';
import type { ViewedFilesDeps } from './items/viewed-files/deps';
import type { ProjectRowsDeps } from './import-export/project-rows/deps';
import type { MailTransferDeps } from './notifications/former-mails/deps';
import type { EmailsDeps } from './notifications/emails/deps';
import type { TodosDeps } from './notifications/todos/deps';
import type { BoardsDeps } from './planning/boards/deps';
import type { LabelsDeps } from './planning/labels/deps';
import type { MilestonesDeps } from './planning/milestones/deps';

/** Dependencies of the process, which no area uses. */
interface ProcessDeps {
  /** Caches of other services' data. */
  accessCaches: AccessCaches;
}

/** Dependencies of all areas. */
export type Collaboration = ProcessDeps &
  AwardEmojiDeps &
  BoardsDeps &
  ContributionEventsDeps &
  DiscussionsDeps &
  DraftNotesDeps &
  EmailsDeps &
  MailTransferDeps &
  EpicsDeps &
  IssueMovesDeps &
  IssuesDeps &
  ItemHistoryDeps &
  LabelsDeps &
  MergeRequestsDeps &
  MilestonesDeps &
  ProjectRowsDeps &
  ResourceEventsDeps &
  SearchDeps &
  TodosDeps &
  ViewedFilesDeps;
