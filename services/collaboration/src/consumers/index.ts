import { onApprovalChanged } from './on-approval-changed';
import { onApproversChanged } from './on-approvers-changed';
import { onAwardEmojiChanged } from './on-award-emoji-changed';
import { onBoardOwnerDeleted } from './on-board-owner-deleted';
import { onBranchEvent } from './on-branch-event';
import { onBranchPushed } from './on-branch-pushed';
import { onCommitsPushed } from './on-commits-pushed';
import { contributionConsumers } from './on-contribution';
import { onDefaultBranchPushed } from './on-default-branch-pushed';
import { onDiffChanged } from './on-diff-changed';
import { onEpicChanged } from './on-epic-changed';
import { onEpicDeleted } from './on-epic-deleted';
import { onIssueChanged } from './on-issue-changed';
import { onIssueLinkChanged } from './on-issue-link-changed';
import { onIssueMoved } from './on-issue-moved';
import { onIssuePromoted } from './on-issue-promoted';
import { onItemDeleted } from './on-item-deleted';
import { onLabelDeleted } from './on-label-deleted';
import { onLabelPromoted } from './on-label-promoted';
import { onMergeRequestChanged } from './on-merge-request-changed';
import { onMergeRequestTextsChanged } from './on-merge-request-texts-changed';
import { onMergeRequestVersion } from './on-merge-request-version';
import { onMilestoneDeleted } from './on-milestone-deleted';
import { onMilestonePromoted } from './on-milestone-promoted';
import { onNoteChanged } from './on-note-changed';
import { onNoteResolved } from './on-note-resolved';
import { onPipelineUpdated } from './on-pipeline-updated';
import { onRebaseRequested } from './on-rebase-requested';
import { onSnippetDeleted } from './on-snippet-deleted';
import { onTextWritten } from './on-text-written';
import { onTodoOccasion } from './on-todo-occasion';
import { onUserDeleted } from './on-user-deleted';

export const consumers = [
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
  onSnippetDeleted,
  onTextWritten,
  onTodoOccasion,
  onUserDeleted,
];
