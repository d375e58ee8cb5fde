/** Dependencies of removing the data of deleted objects. */
import type { ContributionEventsDeps } from '#activity/contribution-events';
import type { DraftNotesDeps } from '#discussion/draft-notes';
import type { ViewedFilesDeps } from '#items/viewed-files';
import type { ItemHistoryDeps } from '#activity/item-history';
import type { IssueLinksDeps } from '#items/issue-links';
import type { MergeRequestsDeps } from '#items/merge-requests';
import type { MailTransferDeps } from '#notifications/former-mails';
import type { EmailsDeps } from '#notifications/emails';
import type { TodosDeps } from '#notifications/todos';
import type { BoardsDeps } from '#planning/boards';

/** Dependencies of removing the data of deleted items, projects and groups. */
export interface DeletionsDeps
  extends
    Pick<BoardsDeps, 'boards'>,
    Pick<DraftNotesDeps, 'draftNotes'>,
    Pick<ViewedFilesDeps, 'viewedFiles'>,
    Pick<IssueLinksDeps, 'issueLinks'>,
    Pick<ItemHistoryDeps, 'awardEmoji' | 'clients' | 'items' | 'notes' | 'resourceEvents'>,
    Pick<MergeRequestsDeps, 'diffs'>,
    Pick<TodosDeps, 'todos'> {}

/** Dependencies of removing the data of deleted users. */
export interface UserDeletionDeps
  extends
    BoardsDeps,
    Pick<ContributionEventsDeps, 'contributionEvents' | 'deletedOwners'>,
    Pick<EmailsDeps, 'notificationSettings'>,
    MailTransferDeps,
    Pick<ItemHistoryDeps, 'awardEmoji' | 'items' | 'notes' | 'resourceEvents'>,
    Pick<TodosDeps, 'todos'> {}

/** Dependencies of removing the unfinished reviews of deleted users. */
export interface ReviewDeletionDeps
  extends Pick<UserDeletionDeps, 'clients'>, Pick<DraftNotesDeps, 'draftNotes'>, Pick<ViewedFilesDeps, 'viewedFiles'> {}
