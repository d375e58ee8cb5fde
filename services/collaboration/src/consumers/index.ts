import { onApprovalChanged } from './approvals/on-approval-changed';
import { onApproversChanged } from './approvals/on-approvers-changed';
import { onAwardEmojiChanged } from './collaboration/on-award-emoji-changed';
import { onBoardOwnerDeleted } from '#consumers/deletions/on-board-owner-deleted';
import { onBranchEvent } from './repository/on-branch-event';
import { onBranchPushed } from './repository/on-branch-pushed';
import { onCommitsPushed } from './repository/on-commits-pushed';
import { contributionConsumers } from './on-contribution';
import { onDefaultBranchPushed } from './repository/on-default-branch-pushed';
import { onDiffChanged } from './collaboration/on-diff-changed';
import { onEpicChanged } from './on-epic-changed';
import { onEpicDeleted } from './collaboration/on-epic-deleted';
import { onIssueChanged } from './on-issue-changed';
import { onIssueLinkChanged } from './collaboration/on-issue-link-changed';
import { onIssueMoved } from './collaboration/on-issue-moved';
import { onIssuePromoted } from './collaboration/on-issue-promoted';
import { onItemDeleted } from '#consumers/deletions/on-item-deleted';
import { onLabelDeleted } from './collaboration/on-label-deleted';
import { onLabelPromoted } from './collaboration/on-label-promoted';
import { onMergeRequestChanged } from './on-merge-request-changed';
import { onMergeRequestTextsChanged } from './on-merge-request-texts-changed';
import { onMergeRequestVersion } from './on-merge-request-version';
import { onMilestoneDeleted } from './collaboration/on-milestone-deleted';
import { onMilestonePromoted } from './collaboration/on-milestone-promoted';
import { onNoteChanged } from './collaboration/on-note-changed';
import { onNoteResolved } from './collaboration/on-note-resolved';
import { onPipelineUpdated } from './repository/on-pipeline-updated';
import { onRebaseRequested } from './collaboration/on-rebase-requested';
import { onReviewerDeleted } from '#consumers/deletions/on-reviewer-deleted';
import { onSnippetDeleted } from '#consumers/deletions/on-snippet-deleted';
import { onTextWritten } from './on-text-written';
import { onTodoOwnerDeleted } from '#consumers/deletions/on-todo-owner-deleted';
import { onTodoTrigger } from './collaboration/on-todo-trigger';
import { onUserDeleted } from '#consumers/deletions/on-user-deleted';
import type { AnyConsumer } from '@forgemesh/events';
import type { ContributionEventsDeps } from '#activity/contribution-events';
import type { AwardEmojiDeps } from '#discussion/award-emoji';
import type { DiscussionsDeps } from '#discussion/discussions';
import type { EpicsDeps } from '#items/epics';
import type { IssueLinksDeps } from '#items/issue-links';
import type { MergeRequestListsDeps } from '#items/merge-requests';
import type { TodosDeps } from '#notifications/todos';
import type { LabelsDeps } from '#planning/labels';
import type { MilestonesDeps } from '#planning/milestones';
import type { DeletionsDeps, ReviewDeletionDeps, UserDeletionDeps } from '#consumers/deletions/deps';

/** Dependencies of the areas whose code the consumers call; each consumer names those it needs. */
type ConsumersDeps = AwardEmojiDeps &
  ContributionEventsDeps &
  DeletionsDeps &
  DiscussionsDeps &
  EpicsDeps &
  IssueLinksDeps &
  LabelsDeps &
  MergeRequestListsDeps &
  MilestonesDeps &
  ReviewDeletionDeps &
  TodosDeps &
  UserDeletionDeps;

export const consumers: readonly AnyConsumer<ConsumersDeps>[] = [
  onApprovalChanged,
  onApproversChanged,
  onAwardEmojiChanged,
  onBoardOwnerDeleted,
  onBranchEvent,
  onBranchPushed,
  onCommitsPushed,
  ...contributionConsumers,
  onDefaultBranchPushed,
  onDiffChanged,
  onEpicChanged,
  onEpicDeleted,
  onIssueChanged,
  onIssueLinkChanged,
  onIssueMoved,
  onIssuePromoted,
  onItemDeleted,
  onLabelDeleted,
  onLabelPromoted,
  onMergeRequestChanged,
  onMergeRequestTextsChanged,
  onMergeRequestVersion,
  onMilestoneDeleted,
  onMilestonePromoted,
  onNoteChanged,
  onNoteResolved,
  onPipelineUpdated,
  onRebaseRequested,
  onReviewerDeleted,
  onSnippetDeleted,
  onTextWritten,
  onTodoOwnerDeleted,
  onTodoTrigger,
  onUserDeleted,
];
